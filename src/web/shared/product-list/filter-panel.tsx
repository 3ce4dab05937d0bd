import { type ComponentProps, type ReactNode, useId } from 'react';
import {
  BY_RELEVANCE,
  type FilterName,
  type Filters,
  filterValues,
  type ListQuery,
  listAddress,
} from '#domain/catalogue/list-address.ts';
import { MAX_PRODUCT_SEARCH } from '#domain/search/search-limits.ts';
import { formatShortPrice } from '#web/shared/money.ts';
import { Link } from '#web/ui/link.tsx';
import { brandChoices, type Choice, categoryChoices, ratingChoices, withCount } from './choices.ts';
import { CustomFilters } from './custom-filters.tsx';
import type { ListFacets } from './list-facets.ts';
import { OptionFilters } from './option-filters.tsx';
import type { PriceProblem } from './price-problem.ts';
import type { ListCategory } from './results-data.ts';
import { useFilterForm } from './use-filter-form.ts';

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
  const { formProps, wrongPrice, wrongCustom } = useFilterForm({
    filters: query.filters,
    shown: filters,
    onChange,
    isBehind,
  });
  const prefix = useId();
  const controlOf = (name: FilterName) => ({ id: `${prefix}-${name}`, name });
  const tickOf = (name: FilterName) => ({ ...controlOf(name), isTicked: filters[name] === 'true' });
  const cleared = listAddress({ ...query, filters: {} });
  return (
    <form
      {...formProps}
      id={id}
      action={cleared}
      className="grid gap-4"
      // Fill the form from the URL: browsers restore earlier values.
      autoComplete="off"
      noValidate
    >
      {query.path === undefined && (
        <InputField
          label="Search"
          {...controlOf('search')}
          defaultValue={filters.search}
          type="search"
          maxLength={MAX_PRODUCT_SEARCH}
          autoComplete="off"
          enterKeyHint="search"
        />
      )}
      <SelectField
        label="Category"
        {...controlOf('category')}
        defaultValue={filters.category}
        choices={categoryChoices(categories, facets, filters.category)}
      />
      <OptionFilters filters={filters} facets={facets} isCommon />
      <PriceRange prefix={prefix} filters={filters} facets={facets} problem={wrongPrice} />
      <BrandFilter filters={filters} facets={facets} />
      <SelectField
        label="Rating"
        {...controlOf('minRating')}
        defaultValue={filters.minRating}
        choices={ratingChoices(facets, filters.minRating)}
      />
      <div>
        <CheckField {...tickOf('inStock')}>{withCount('In stock only', facets?.in_stock)}</CheckField>
        <CheckField {...tickOf('onSale')}>{withCount('On sale', facets?.on_sale)}</CheckField>
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

interface PriceRangeProps {
  /** How the ids of its fields begin. */
  prefix: string;
  filters: Filters;
  facets: ListFacets | null;
  problem: PriceProblem | null;
}

function PriceRange({ prefix, filters, facets, problem }: PriceRangeProps) {
  const price = facets?.price;
  const amountOf = (name: 'minPrice' | 'maxPrice') => ({
    id: `${prefix}-${name}`,
    name,
    defaultValue: filters[name],
    type: 'number',
    min: 0,
    step: 0.01,
    inputMode: 'decimal' as const,
    ...(problem?.field === name && { 'aria-invalid': true, 'aria-describedby': `${prefix}-problem` }),
  });
  return (
    <div className="grid grid-cols-2 gap-3">
      <InputField
        label="Min price"
        {...amountOf('minPrice')}
        placeholder={price ? wholePrice(Math.floor, price.min) : '$0'}
      />
      <InputField
        label="Max price"
        {...amountOf('maxPrice')}
        placeholder={price ? wholePrice(Math.ceil, price.max) : 'Any'}
      />
      <p id={`${prefix}-problem`} aria-live="polite" className="field-error col-span-2 empty:hidden">
        {problem?.words}
      </p>
    </div>
  );
}

function BrandFilter({ filters, facets }: Pick<PriceRangeProps, 'filters' | 'facets'>) {
  const brands = brandChoices(facets, filterValues('brand', filters.brand));
  if (brands.length === 0) return null;
  return (
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
  );
}

interface Control {
  id: string;
  name: FilterName;
  label: string;
}

function InputField({ label, ...input }: Control & ComponentProps<'input'>) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={input.id}>
        {label}
      </label>
      <input className="input" {...input} />
    </div>
  );
}

interface SelectFieldProps extends Control {
  defaultValue: string | undefined;
  choices: readonly Choice[];
}

function SelectField({ label, choices, ...select }: SelectFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={select.id}>
        {label}
      </label>
      <select className="input" {...select}>
        {choices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckFieldProps extends Omit<Control, 'label'> {
  isTicked: boolean;
  children: ReactNode;
}

function CheckField({ id, name, isTicked, children }: CheckFieldProps) {
  return (
    <label className="checkbox" htmlFor={id}>
      <input type="checkbox" id={id} name={name} value="true" defaultChecked={isTicked} />
      {children}
    </label>
  );
}

/** Without cents: the field is too narrow for `$1,249.00`. */
const wholePrice = (round: (amount: number) => number, price: string): string =>
  formatShortPrice(String(round(Number(price))));
