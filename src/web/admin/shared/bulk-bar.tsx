import type { ReactNode } from 'react';
import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import type { RowChoice } from './use-row-choice.ts';

/** What can be done with all ticked rows. It floats above the page, so that no row moves when the first one is ticked. */
export function BulkBar({ choice, nouns, children }: { choice: RowChoice; nouns: Nouns; children: ReactNode }) {
  const count = choice.ids.length;
  if (count === 0) return null;
  return (
    <section aria-label="Selected rows" className="bulk-bar">
      <p role="status" className="font-semibold nums">
        {counted(count, nouns)} selected
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        {children}
        <Button look="quiet" small onClick={choice.clear}>
          Clear selection
        </Button>
      </div>
    </section>
  );
}

/** One and many of what a list holds: `['order', 'orders']`. */
export type Nouns = readonly [one: string, many: string];

/** `1 order`, `1,204 orders` */
export const counted = (count: number, [one, many]: Nouns): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;
