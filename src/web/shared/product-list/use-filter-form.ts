import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Filters, filtersOf } from '#domain/catalogue/list-address.ts';
import { isTouched } from '#web/ui/touched-fields.ts';
import { type CustomProblem, customProblem } from './custom-problem.ts';
import { differingFields, showFilter } from './filter-fields.ts';
import { type PriceProblem, priceProblem } from './price-problem.ts';

/** Debounce of typed filters. */
const TYPING_MS = 450;

const isSearchField = (target: unknown): boolean => target instanceof HTMLInputElement && target.name === 'search';

interface FilterFormOptions {
  /** The filters of the URL. */
  filters: Filters;
  /** These, with the filters that the search text implies. */
  shown: Filters;
  /** `typed`: replaces the history entry instead of adding one. */
  onChange: (filters: Filters, typed: boolean) => void;
  /** Whether a later list is loading, so that `shown` is outdated. */
  isBehind: () => boolean;
}

/** Keeps an uncontrolled form and the filters of the URL the same: every change is submitted, and a new URL is shown. */
export function useFilterForm({ filters, shown, onChange, isBehind }: FilterFormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wrongPrice, setWrongPrice] = useState<PriceProblem | null>(null);
  const [wrongCustom, setWrongCustom] = useState<CustomProblem | null>(null);

  const send = (typed: boolean) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const price = priceProblem(form.current);
    const custom = customProblem(form.current);
    setWrongPrice(price);
    setWrongCustom(custom);
    if (price || custom) return;
    onChange(filtersOf([...new FormData(form.current)].map(([name, value]) => [name, String(value)])), typed);
  };

  // A choice made before hydration counts; a value restored by the browser does not.
  const isFirst = useRef(true);
  const sendEarly = useRef(() => send(false));
  const behind = useRef(isBehind);
  /** While a search text is being typed, nothing is taken out of it: the panel shows the URL as it is. */
  const [isSearching, setSearching] = useState(false);
  const current = isSearching ? filters : shown;
  useEffect(() => {
    if (!form.current) return;
    const isHydrating = isFirst.current;
    isFirst.current = false;
    // A list on its way has other filters, except at first: before hydration, only the order can have been changed.
    if (behind.current() && !isHydrating) return;
    const differing = differingFields(form.current, current);
    // Later, a removed chip or Back has changed the URL without the form. Keep what is being typed.
    const isTyping =
      timer.current !== undefined || priceProblem(form.current) !== null || customProblem(form.current) !== null;
    const stays = isHydrating ? isTouched : (field: Element) => isTyping && field === document.activeElement;
    for (const field of differing) if (!stays(field)) showFilter(field, current);
    if (isHydrating && differing.some(isTouched)) {
      if (isSearchField(document.activeElement)) setSearching(true);
      sendEarly.current();
    }
    setWrongPrice(priceProblem(form.current));
    setWrongCustom(customProblem(form.current));
  }, [current]);

  useEffect(() => {
    const stopWaiting = () => clearTimeout(timer.current);
    addEventListener('pagehide', stopWaiting);
    return () => removeEventListener('pagehide', stopWaiting);
  }, []);

  return {
    wrongPrice,
    wrongCustom,
    formProps: {
      ref: form,
      onInput({ target }: FormEvent) {
        clearTimeout(timer.current);
        if (isSearchField(target)) setSearching(true);
        const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
        if (isTyped) timer.current = setTimeout(send, TYPING_MS, true);
        else send(false);
      },
      onBlur: () => setSearching(false),
      onSubmit(event: FormEvent) {
        event.preventDefault();
        send(false);
      },
    },
  };
}
