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
}

export interface Branches {
  /** The categories of a page, each followed by those below it if it is open. */
  readonly rows: readonly BranchRow[];
  readonly toggle: (id: number) => void;
  readonly open: (id: number) => void;
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
  const [opened, setOpened] = useState<readonly number[]>([]);
  const below = useSubcategories(isTree ? opened : []);

  const rowsOf = (siblings: readonly ShownCategory[], level: number): BranchRow[] =>
    siblings.flatMap((category, index) => {
      const isOpen = isTree && opened.includes(category.id);
      const [offset, count] = level === 0 ? [before, total] : [0, siblings.length];
      const row = { category, level, isOpen, position: offset + index + 1, siblings: count };
      return [row, ...(isOpen ? rowsOf(below.get(category.id) ?? [], level + 1) : [])];
    });

  return {
    rows: rowsOf(first, 0),
    toggle: (id) => setOpened((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    open: (id) => setOpened((ids) => (ids.includes(id) ? ids : [...ids, id])),
  };
}
