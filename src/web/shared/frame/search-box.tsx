import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { searchAddress } from '#domain/list-address.ts';
import { Icon } from '#web/ui/icon.tsx';
import { navigate } from '#web/ui/link.tsx';
import { SearchSuggestions } from './search-suggestions.tsx';
import { optionsOf, useSuggestions } from './suggestions.ts';

/**
 * The header's search: a plain form without scripts, and a combobox with suggestions with them. Uncontrolled, so that
 * input before hydration stays.
 */
export default function SearchBox() {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(text);
  const options = found ? optionsOf(found) : [];
  const isShown = isOpen && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  const leave = (address: string) => {
    if (input.current) input.current.value = '';
    // A visitor who is in the field when the page changes has started to type again.
    document.getElementById('content')?.focus({ preventScroll: true });
    setText('');
    close();
    navigate(address);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted !== '') leave(searchAddress(wanted));
  };

  const move = (step: 1 | -1) => {
    const count = options.length + 1;
    const next = ((active + 1 + step + count) % count) - 1;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isShown) move(event.key === 'ArrowDown' ? 1 : -1);
      else read();
    } else if (event.key === 'Enter' && isShown && option) {
      event.preventDefault();
      leave(option.address);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };

  const read = () => {
    setText(input.current?.value.trim() ?? '');
    setOpen(true);
    setActive(-1);
  };

  // Until hydration, native validation prevents empty searches. Then input typed so far counts.
  useEffect(() => {
    if (input.current?.form) input.current.form.noValidate = true;
    if (document.activeElement !== input.current || !input.current?.value) return;
    setText(input.current.value.trim());
    setOpen(true);
  }, []);

  return (
    <search>
      <form
        action="/products"
        className="relative w-full"
        onSubmit={onSubmit}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
      >
        <Icon name="search" className="pointer-events-none absolute top-3 left-4 text-muted" />
        <input
          ref={input}
          type="search"
          name="search"
          role="combobox"
          aria-label="Search products"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
          placeholder="Search products"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          required
          pattern=".*\S.*"
          className="input min-h-11 rounded-pill border-line py-2 pl-11"
          onChange={read}
          onKeyDown={onKeyDown}
        />
        {isShown && found && (
          <SearchSuggestions found={found} listId={listId} active={active} optionId={optionId} onChoose={leave} />
        )}
        <p role="status" className="sr-only">
          {isShown && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
        </p>
      </form>
    </search>
  );
}
