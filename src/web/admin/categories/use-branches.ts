import { useState } from 'react';
import { type ShownCategory, useSubcategories } from './categories-data.ts';

/** A category in the table, with its place among its siblings. */
export interface BranchRow {
  readonly category: ShownCategory;
  /** From 0. */
  readonly level: number;
  readonly isOpen: boolean;
  /** From 1. */
  readonly position: number;
  readonly siblings: number;
  /** Of the last one that is loaded: the category above, and how many more there are. */
  readonly more?: { readonly parent: number; readonly left: number };
}

export interface Branches {
  /** The categories of a page, each followed by those below it if it is open. */
  readonly rows: readonly BranchRow[];
  readonly toggle: (id: number) => void;
  readonly open: (id: number) => void;
  /** Loads more of the categories below one. */
  readonly loadMore: (id: number) => void;
}

interface FirstLevel {
  readonly rows: readonly ShownCategory[];
  /** Of all pages. */
  readonly total: number;
  /** Of earlier pages. */
  readonly before: number;
}

/** @param isTree whether categories can be opened; what a search finds is a flat list */
export function useBranches({ rows: first, total, before }: FirstLevel, isTree: boolean): Branches {
  const [opened, setOpened] = useState<ReadonlyMap<number, number>>(new Map());
  const below = useSubcategories(isTree ? opened : NONE);

  const rowsOf = (siblings: readonly ShownCategory[], level: number, before: number, count: number): BranchRow[] =>
    siblings.flatMap((category, index) => {
      const isOpen = isTree && opened.has(category.id);
      const left = count - siblings.length;
      const isLast = level > 0 && index === siblings.length - 1 && left > 0;
      const more = isLast && category.parent_id !== null && { more: { parent: category.parent_id, left } };
      const row = { category, level, isOpen, position: before + index + 1, siblings: count, ...more };
      const inside = isOpen ? below.get(category.id) : undefined;
      return [row, ...(inside ? rowsOf(inside.rows, level + 1, 0, inside.total) : [])];
    });

  return {
    rows: rowsOf(first, 0, before, total),
    toggle: (id) =>
      setOpened((now) => new Map(now.has(id) ? [...now].filter(([other]) => other !== id) : [...now, [id, 1]])),
    open: (id) => setOpened((now) => (now.has(id) ? now : new Map([...now, [id, 1]]))),
    loadMore: (id) => setOpened((now) => new Map([...now, [id, (now.get(id) ?? 0) + 1]])),
  };
}

const NONE: ReadonlyMap<number, number> = new Map();
