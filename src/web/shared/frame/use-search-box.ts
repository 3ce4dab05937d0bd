import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { searchAddress } from '#domain/catalogue/list-address.ts';
import { navigate } from '#web/ui/link.tsx';
import { optionsOf, useSuggestions } from './suggestions.ts';

/**
 * Text, suggestions and keyboard of a search combobox, whose input is uncontrolled.
 * @returns the props of the form, of its input, and of the list of suggestions, which is null while it is closed
 */
export function useSearchBox() {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** The option selected with the arrow keys; -1: none. */
  const [active, setActive] = useState(-1);
  const found = useSuggestions(text);
  const options = found && isOpen ? optionsOf(found) : [];
  const isShown = options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  const leave = (address: string) => {
    if (input.current) input.current.value = '';
    // Move the focus away: if the field has it when the page changes, the visitor is typing again.
    document.getElementById('content')?.focus({ preventScroll: true });
    setText('');
    close();
    navigate(address);
  };

  const read = () => {
    setText(input.current?.value.trim() ?? '');
    setOpen(true);
    setActive(-1);
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
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      leave(option.address);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };

  // Until hydration, native validation prevents empty searches. Then input typed so far counts.
  useEffect(() => {
    if (input.current?.form) input.current.form.noValidate = true;
    if (document.activeElement !== input.current || !input.current?.value) return;
    setText(input.current.value.trim());
    setOpen(true);
  }, []);

  return {
    form: {
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        const wanted = input.current?.value.trim() ?? '';
        if (wanted !== '') leave(searchAddress(wanted));
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) close();
      },
    },
    input: {
      ref: input,
      onChange: read,
      onKeyDown,
    },
    list: isShown && found ? { found, listId, active, optionId, onChoose: leave } : null,
    activeId: isShown && active >= 0 ? optionId(active) : undefined,
    count: options.length,
  };
}
