import type { ReactNode } from 'react';
import type { Nouns } from '#domain/counted.ts';
import { counted } from '#web/shared/counted.ts';
import { Button } from '#web/ui/button.tsx';
import type { RowChoice } from './use-row-choice.ts';

/** Actions for the selected rows. It floats above the page, so that selecting a row does not shift the table. */
export function BulkBar({ choice, nouns, children }: { choice: RowChoice; nouns: Nouns; children: ReactNode }) {
  const count = choice.ids.length;
  if (count === 0) return null;
  return (
    <section ref={passFocusOn} aria-label="Selected rows" className="bulk-bar">
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

/** When the bar disappears with the focus in it, keyboards continue in the page instead of at its start. */
const passFocusOn = (bar: HTMLElement | null) => () => {
  if (bar?.contains(document.activeElement)) document.getElementById('content')?.focus({ preventScroll: true });
};
