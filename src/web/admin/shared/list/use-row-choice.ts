import { useState } from 'react';

export type RowId = number | string;

export interface RowChoice {
  /** Selected ids: among the visible rows, or of the whole list. */
  readonly ids: readonly RowId[];
  readonly has: (id: RowId) => boolean;
  readonly toggle: (id: RowId) => void;
  /** Selects these visible rows, and no others. */
  readonly choose: (ids: readonly RowId[]) => void;
  /** Selects all visible rows, or none if all are selected. */
  readonly toggleAll: () => void;
  /** Selects these rows, also those on other pages. */
  readonly chooseWhole: (ids: readonly RowId[]) => void;
  readonly clear: () => void;
}

interface SelectedRows {
  readonly ids: ReadonlySet<RowId>;
  /** The list whose rows are all selected, with those on other pages. */
  readonly whole: string | null;
}

const NOTHING: SelectedRows = { ids: new Set(), whole: null };

/**
 * Selected rows of a table. Rows that are no longer visible are deselected, so that nobody deletes what they do not see,
 * except when the whole list was selected and is still shown.
 * @param visibleIds ids of the visible rows
 * @param listed identifies the list with its search and filters, for `chooseWhole`
 */
export function useRowChoice(visibleIds: readonly RowId[], listed = ''): RowChoice {
  const [chosen, setChosen] = useState(NOTHING);
  const isWhole = chosen.whole !== null && chosen.whole === listed;
  const has = (id: RowId) => (isWhole || (chosen.whole === null && visibleIds.includes(id))) && chosen.ids.has(id);
  const ids = isWhole ? [...chosen.ids] : visibleIds.filter(has);
  const choose = (next: readonly RowId[], whole = isWhole) =>
    setChosen({ ids: new Set(next), whole: whole ? listed : null });
  return {
    ids,
    has,
    choose: (next) => choose(next, false),
    toggle: (id) => choose(has(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => choose(visibleIds.every(has) ? [] : visibleIds, false),
    chooseWhole: (all) => choose(all, true),
    clear: () => setChosen(NOTHING),
  };
}
