import { useId } from 'react';
import { type Filters, filterValues, isNamedFilter } from '#domain/catalogue/list-address.ts';
import { withCount } from './choices.ts';
import type { CustomProblem } from './custom-problem.ts';
import type { CustomFacet, ListFacets } from './list-facets.ts';

interface CustomFiltersProps {
  filters: Filters;
  facets: ListFacets | null;
  problem: CustomProblem | null;
}

/** The filters by fields, and those that the panel does not show. */
export function CustomFilters({ filters, facets, problem }: CustomFiltersProps) {
  const shown = facets?.custom ?? [];
  const options = facets?.options ?? [];
  const names = Object.keys(filters).filter(isNamedFilter);
  const isShown = (name: string) =>
    shown.some((facet) => name === facet.name || name.startsWith(`${facet.name}.`)) ||
    options.some(({ key }) => name === `option.${key}`);
  return (
    <>
      {shown.map((facet) => (
        <CustomFilter
          key={facet.name}
          facet={facet}
          filters={filters}
          problem={problem?.filter === facet.name ? problem.words : undefined}
        />
      ))}
      {/* Without counts, as when the list failed to load, what was chosen stays chosen. */}
      {names
        .filter((name) => !isShown(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={filters[name]} />
        ))}
    </>
  );
}

interface CustomFilterProps {
  facet: CustomFacet;
  filters: Filters;
  problem: string | undefined;
}

function CustomFilter({ facet, filters, problem }: CustomFilterProps) {
  const prefix = useId();
  const { name, label, kind, unit, choices, range } = facet;
  const title = unit ? `${label} (${unit})` : label;
  if (kind === 'choice' || kind === 'flag') {
    const chosen = filterValues(name, filters[name]);
    return (
      <fieldset>
        <legend className="field-label mb-1">{title}</legend>
        <div className="facet-list">
          {choices.map(({ value, label: words, count }) => (
            <label key={value}>
              <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
              {withCount(words, count)}
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  const bound = (end: 'min' | 'max', words: string) => (
    <div className="field">
      <label className="field-label" htmlFor={`${prefix}-${end}`}>
        {words}
        <span className="sr-only"> {title}</span>
      </label>
      <input
        className="input"
        id={`${prefix}-${end}`}
        name={`${name}.${end}`}
        defaultValue={filters[`${name}.${end}`]}
        {...(problem && { 'aria-invalid': true, 'aria-describedby': `${prefix}-problem` })}
        {...(kind === 'date'
          ? { type: 'date', min: range?.min, max: range?.max }
          : { type: 'number', step: 'any', inputMode: 'decimal', placeholder: range?.[end] })}
      />
    </div>
  );
  return (
    <fieldset>
      <legend className="field-label mb-1">{title}</legend>
      <div className="grid grid-cols-2 gap-3">
        {bound('min', kind === 'date' ? 'From' : 'Min')}
        {bound('max', kind === 'date' ? 'Until' : 'Max')}
        <p id={`${prefix}-problem`} aria-live="polite" className="field-error col-span-2 empty:hidden">
          {problem}
        </p>
      </div>
    </fieldset>
  );
}
