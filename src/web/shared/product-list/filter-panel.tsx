import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  BY_RELEVANCE,
  type FilterName,
  type Filters,
  filtersOf,
  filterValues,
  type ListQuery,
  listAddress,
} from '#domain/list-address.ts';
import { formatShortPrice } from '#web/shared/money.ts';
import { Link } from '#web/ui/link.tsx';
import { isTouched } from '#web/ui/touched-fields.ts';
import { brandChoices, type Choice, categoryChoices, ratingChoices, withCount } from './choices.ts';
import { CustomFilters } from './custom-filters.tsx';
import { type CustomProblem, customProblem } from './custom-problem.ts';
import { differingFields, showFilter } from './filter-fields.ts';
import type { ListFacets } from './list-facets.ts';
import { OptionFilters } from './option-filters.tsx';
import { type PriceProblem, priceProblem } from './price-problem.ts';
import type { ListCategory } from './results-data.ts';

/** Debounce of typed filters. */
const TYPING_MS = 450;

const isSearchField = (target: unknown): boolean => target instanceof HTMLInputElement && target.name === 'search';

interface FilterPanelProps {
  /** The form's id, for controls outside it. */
  id?: string;
  /** Of the URL. */
  query: ListQuery;
  /** The same with those of the search text. */
  shown: Filters;
  categories: readonly ListCategory[];
  facets: ListFacets | null;
  /** Whether the merchant's order is the default. */
  isFeatured: boolean;
  /** `typed`: replaces the history entry instead of adding one. */
  onChange: (filters: Filters, typed: boolean) => void;
  /** Whether a later list is loading, so that `filters` is outdated. */
  isBehind: () => boolean;
}

/** The filters as a plain form, filled from the URL; with scripts, every change is submitted. */
export default function FilterPanel({
  id,
  categories,
  facets,
  isFeatured,
  onChange,
  isBehind,
  query,
  shown: filters,
}: FilterPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [problem, setProblem] = useState<PriceProblem | null>(null);
  const [wrongCustom, setWrongCustom] = useState<CustomProblem | null>(null);
  const prefix = useId();
  const idOf = (name: FilterName) => `${prefix}-${name}`;

  const send = (typed: boolean) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const wrong = priceProblem(form.current);
    const wrongCustom = customProblem(form.current);
    setProblem(wrong);
    setWrongCustom(wrongCustom);
    if (wrong || wrongCustom) return;
    onChange(filtersOf([...new FormData(form.current)].map(([name, value]) => [name, String(value)])), typed);
  };

  // A choice made before hydration counts; a value restored by the browser does not.
  const isFirst = useRef(true);
  const sendEarly = useRef(() => send(false));
  const behind = useRef(isBehind);
  /** While a search text is being typed, nothing is taken out of it: the panel shows the URL as it is. */
  const [isSearching, setSearching] = useState(false);
  const current = isSearching ? query.filters : filters;
  useEffect(() => {
    if (!form.current) return;
    if (behind.current()) {
      isFirst.current = false;
      return;
    }
    const differing = differingFields(form.current, current);
    // Later, a removed chip or Back has changed the URL without the form. Keep what is being typed.
    const isTyping =
      timer.current !== undefined || priceProblem(form.current) !== null || customProblem(form.current) !== null;
    const stays = isFirst.current ? isTouched : (field: Element) => isTyping && field === document.activeElement;
    for (const field of differing) if (!stays(field)) showFilter(field, current);
    if (isFirst.current && differing.some(isTouched)) {
      if (isSearchField(document.activeElement)) setSearching(true);
      sendEarly.current();
    }
    isFirst.current = false;
    setProblem(priceProblem(form.current));
    setWrongCustom(customProblem(form.current));
  }, [current]);

  useEffect(() => {
    const stopWaiting = () => clearTimeout(timer.current);
    addEventListener('pagehide', stopWaiting);
    return () => removeEventListener('pagehide', stopWaiting);
  }, []);

  const onInput = ({ target }: FormEvent) => {
    clearTimeout(timer.current);
    if (isSearchField(target)) setSearching(true);
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (isTyped) timer.current = setTimeout(send, TYPING_MS, true);
    else send(false);
  };

  const text = (name: FilterName, label: string, more: object) => (
    <div className="field">
      <label className="field-label" htmlFor={idOf(name)}>
        {label}
      </label>
      <input className="input" id={idOf(name)} name={name} defaultValue={filters[name]} {...more} />
    </div>
  );

  const choice = (name: FilterName, label: string, choices: readonly Choice[]) => (
    <div className="field">
      <label className="field-label" htmlFor={idOf(name)}>
        {label}
      </label>
      <select className="input" id={idOf(name)} name={name} defaultValue={filters[name]}>
        {choices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );

  const tick = (name: FilterName, label: string, count: number | undefined) => (
    <label className="checkbox" htmlFor={idOf(name)}>
      <input type="checkbox" id={idOf(name)} name={name} value="true" defaultChecked={filters[name] === 'true'} />
      {withCount(label, count)}
    </label>
  );

  const amount = (name: PriceProblem['field']) => ({
    type: 'number',
    min: 0,
    step: 0.01,
    inputMode: 'decimal',
    ...(problem?.field === name && { 'aria-invalid': true, 'aria-describedby': `${prefix}-problem` }),
  });
  const price = facets?.price;
  const cleared = listAddress({ ...query, filters: {} });
  const brands = brandChoices(facets, filterValues('brand', filters.brand));
  return (
    <form
      ref={form}
      id={id}
      action={cleared}
      className="grid gap-4"
      // Fill the form from the URL: browsers restore earlier values.
      autoComplete="off"
      noValidate
      onInput={onInput}
      onBlur={() => setSearching(false)}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      {query.path === undefined &&
        text('search', 'Search', { type: 'search', maxLength: 200, autoComplete: 'off', enterKeyHint: 'search' })}
      {choice('category', 'Category', categoryChoices(categories, facets, filters.category))}
      <OptionFilters filters={filters} facets={facets} isCommon />
      <div className="grid grid-cols-2 gap-3">
        {text('minPrice', 'Min price', {
          ...amount('minPrice'),
          placeholder: price ? wholePrice(Math.floor, price.min) : '$0',
        })}
        {text('maxPrice', 'Max price', {
          ...amount('maxPrice'),
          placeholder: price ? wholePrice(Math.ceil, price.max) : 'Any',
        })}
        <p id={`${prefix}-problem`} aria-live="polite" className="field-error col-span-2 empty:hidden">
          {problem?.words}
        </p>
      </div>
      {brands.length > 0 && (
        <fieldset>
          <legend className="field-label mb-1">Brand</legend>
          <div className="facet-list">
            {brands.map(({ value, words, isChosen }) => (
              <label key={value}>
                <input type="checkbox" name="brand" value={value} defaultChecked={isChosen} />
                {words}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {choice('minRating', 'Rating', ratingChoices(facets, filters.minRating))}
      <div>
        {tick('inStock', 'In stock only', facets?.in_stock)}
        {tick('onSale', 'On sale', facets?.on_sale)}
      </div>
      {/* Options of a few products come after what every product has: on the whole catalogue they are many. */}
      <OptionFilters filters={filters} facets={facets} isCommon={false} />
      <CustomFilters filters={filters} facets={facets} problem={wrongCustom} />
      {(filters.search || isFeatured) && <input type="hidden" name={BY_RELEVANCE} value="1" />}
      <button type="submit" className="without-scripts button button-primary">
        Apply filters
      </button>
      <Link to={cleared} className="button button-secondary">
        Clear All Filters
      </Link>
    </form>
  );
}

/** Without cents: the field is too narrow for `$1,249.00`. */
const wholePrice = (round: (amount: number) => number, price: string): string =>
  formatShortPrice(String(round(Number(price))));
