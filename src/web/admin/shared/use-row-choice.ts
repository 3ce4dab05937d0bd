import { useState } from 'react';

export type RowId = number | string;

export interface RowChoice {
  /** Selected ids among the visible rows. */
  readonly ids: readonly RowId[];
  readonly has: (id: RowId) => boolean;
  readonly toggle: (id: RowId) => void;
  /** Selects all visible rows, or none if all are selected. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/**
 * Selected rows of a table. Rows that are no longer visible are deselected, so that nobody deletes what they do not
 * see.
 * @param inSight ids of the visible rows
 */
export function useRowChoice(inSight: readonly RowId[]): RowChoice {
  const [chosen, setChosen] = useState<ReadonlySet<RowId>>(new Set());
  const ids = inSight.filter((id) => chosen.has(id));
  const choose = (next: readonly RowId[]) => setChosen(new Set(next));
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle: (id) => choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => choose(ids.length === inSight.length ? [] : inSight),
    clear: () => choose([]),
  };
}
