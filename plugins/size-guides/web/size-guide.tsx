import { useEffect, useState } from 'react';
import { Button, createApi, Drawer, messageOf, openOverlay, Skeleton } from '#plugin/web';
import type { sizeGuideContract } from '../contract.ts';
import { fits, inInches, isOfSystem, type SizeGuide, subjectOf } from '../guide.ts';

const api = createApi<typeof sizeGuideContract>();
const UNITS = ['cm', 'in'] as const;
type Unit = (typeof UNITS)[number];

/** Kept while the page is open. */
let chosen: Unit | undefined;

/** @param sizes of the product, such as `US 9` */
export const openSizeGuide = (category: string, sizes: readonly string[]): void =>
  openOverlay((close) => (
    <Drawer title="Size guide" side="center" onClose={close}>
      <GuideOf category={category} sizes={sizes} />
    </Drawer>
  ));

interface GuideProps {
  category: string;
  sizes: readonly string[];
}

function GuideOf(props: GuideProps) {
  const [attempt, setAttempt] = useState(0);
  return <Guide key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Guide({ category, sizes, onRetry }: GuideProps & { onRetry: () => void }) {
  const [guide, setGuide] = useState<SizeGuide | null>();
  const [failure, setFailure] = useState('');
  const [unit, setUnit] = useState<Unit>(chosen ?? (navigator.language === 'en-US' ? 'in' : 'cm'));

  useEffect(() => {
    let isGone = false;
    api.call('GET /size-guides/{category}', { params: { category } }).then(
      ({ guides }) => isGone || setGuide(guides.find((each) => fits(subjectOf(each).labels, sizes)) ?? null),
      (error) => isGone || setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [category, sizes]);

  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{failure}</p>
        <Button look="secondary" small onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  if (guide === null) return <p>This size guide is no longer available.</p>;
  if (!guide) {
    return (
      <div role="status" aria-label="Loading the size guide">
        <Skeleton className="h-80" />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Unit</legend>
        {UNITS.map((one) => (
          <label key={one} className="option">
            <input
              type="radio"
              name="unit"
              className="sr-only"
              checked={unit === one}
              onChange={() => {
                chosen = one;
                setUnit(one);
              }}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <GuideTable guide={guide} unit={unit} sizes={sizes} />
      {guide.note && <p className="text-muted text-small">{guide.note}</p>}
    </div>
  );
}

function GuideTable({ guide, unit, sizes }: { guide: SizeGuide; unit: Unit; sizes: readonly string[] }) {
  const { columns, rows } = guide;
  const shown = (cell: string, at: number) => (columns[at]?.isMeasured && unit === 'in' ? inInches(cell) : cell);
  const lookOf = columns.map((column) => (isOfSystem(column, sizes) ? 'font-semibold text-ink' : undefined));
  return (
    <div className="overflow-x-auto">
      <table className="fact-table">
        <thead>
          <tr>
            {columns.map(({ name, isMeasured }, at) => (
              <th key={name} scope="col" className={lookOf[at]}>
                {name}
                {isMeasured && `, ${unit}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => {
                const Cell = at === 0 ? 'th' : 'td';
                return (
                  <Cell key={columns[at]?.name} scope={at === 0 ? 'row' : undefined} className={lookOf[at]}>
                    {shown(cell, at)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
