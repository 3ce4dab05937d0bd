import { type Filters, filterValues, type OptionFilterName } from '#domain/catalogue/list-address.ts';
import { formatCount } from '#web/shared/numbers.ts';
import type { ListFacets, OptionFacet } from './list-facets.ts';

interface OptionFiltersProps {
  filters: Filters;
  facets: ListFacets | null;
  /** Colours and sizes, which many products have; else the others, such as the binding of books. */
  isCommon: boolean;
}

const isCommonOption = ({ key }: OptionFacet) => key === 'colour' || key === 'size';

/** The filters by options of variants: colours as swatches, sizes as tiles by system, others as a list. */
export function OptionFilters({ filters, facets, isCommon }: OptionFiltersProps) {
  return (facets?.options ?? [])
    .filter((facet) => isCommonOption(facet) === isCommon)
    .map((facet) => <OptionFilter key={facet.key} facet={facet} filters={filters} />);
}

type Value = OptionFacet['values'][number];

/** Headings of sizes; those without a system come last. */
const SYSTEMS = {
  Clothing: 'Clothing',
  Waist: 'Waist',
  US: 'US sizes',
  UK: 'UK sizes',
  EU: 'EU sizes',
  Number: 'Numbers',
} as const satisfies Record<NonNullable<Value['system']>, string>;
const OTHERS = 'Other sizes';
/** With more sizes than this, those without a system are collapsed. */
const MANY_SIZES = 24;

function OptionFilter({ facet: { key, label, values }, filters }: { facet: OptionFacet; filters: Filters }) {
  const name: OptionFilterName = `option.${key}`;
  const chosen = filterValues(name, filters[name]);
  const tiles = (some: readonly Value[]) => (
    <div className={key === 'colour' ? 'facet-colours' : key === 'size' ? 'facet-sizes' : 'facet-list'}>
      {some.map((one) => (
        <ValueField key={one.value} name={name} value={one} isChosen={chosen.includes(one.value)} />
      ))}
    </div>
  );
  return (
    <fieldset>
      <legend className="field-label mb-2">{label}</legend>
      {key === 'size' ? <Sizes values={values} chosen={chosen} tiles={tiles} /> : tiles(values)}
    </fieldset>
  );
}

interface SizesProps {
  values: readonly Value[];
  chosen: readonly string[];
  tiles: (values: readonly Value[]) => React.ReactNode;
}

function Sizes({ values, chosen, tiles }: SizesProps) {
  const headings: readonly string[] = [...Object.values(SYSTEMS), OTHERS];
  const bySystem = Map.groupBy<string, Value>(values, ({ system }) => (system ? SYSTEMS[system] : OTHERS));
  const groups = headings.flatMap((heading) => {
    const some = bySystem.get(heading);
    return some ? [{ heading, some }] : [];
  });
  if (groups.length === 1) return tiles(values);
  return groups.map(({ heading, some }) => {
    const isFolded = values.length > MANY_SIZES && (heading === OTHERS || heading === SYSTEMS.Number);
    return isFolded ? (
      <details key={heading} className="facet-more" open={some.some(({ value }) => chosen.includes(value))}>
        <summary className="link">{heading}</summary>
        {tiles(some)}
      </details>
    ) : (
      <fieldset key={heading} className="facet-group">
        <legend>{heading}</legend>
        {tiles(some)}
      </fieldset>
    );
  });
}

interface ValueFieldProps {
  name: OptionFilterName;
  value: Value;
  isChosen: boolean;
}

/** The label encloses its field: with an `id` for each, the lists of a large shop would be 5 KB longer. */
function ValueField({ name, value: { value, label, count, swatch }, isChosen }: ValueFieldProps) {
  return (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      {swatch && <svg color={swatch} aria-hidden="true" />}
      <span className="facet-label">{label}</span> <span className="facet-count">({formatCount(count)})</span>
    </label>
  );
}
