import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** Back-office §9. */
const DEBOUNCE_MS = 500;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The current search; it can change without the field, for example with the Back button. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when typing pauses, and immediately on Enter. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  // The page's filters may have changed while typing paused.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });

  const search = (wanted: string) => {
    if (wanted === sent.current) return;
    sent.current = wanted;
    latest.current(wanted);
  };

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <search className="relative min-w-0 flex-1 max-sm:basis-full sm:min-w-64">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          search(text.trim());
        }}
      >
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          className="input pl-11"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(target.value.trim()), DEBOUNCE_MS);
          }}
        />
      </form>
    </search>
  );
}
