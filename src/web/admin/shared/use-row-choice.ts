import { useState } from 'react';

export type RowId = number | string;

export interface RowChoice {
  /** Those of the rows in sight that are ticked. */
  readonly ids: readonly RowId[];
  readonly has: (id: RowId) => boolean;
  readonly toggle: (id: RowId) => void;
  /** Ticks every row in sight, or none where all are. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/**
 * Which rows of a table are ticked for an action on all of them. Rows that leave the sight are no longer chosen, so that
 * nobody deletes what they do not see.
 * @param inSight ids of the rows that the table shows
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
