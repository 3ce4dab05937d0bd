import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';

export type CategoryBranch = Data<'GET /categories/tree'>[number];

/** The tree is read again when it is this old. */
const MAX_AGE_MS = 60_000;

let kept: { readonly tree: Promise<readonly CategoryBranch[]>; readonly at: number } | undefined;
/** Keeps the last tree, so that menus open at once. */
let latest: readonly CategoryBranch[] | undefined;

/** Empty where it cannot be read: menus then have links to the first level only. */
export function readCategoryTree(): Promise<readonly CategoryBranch[]> {
  if (kept && performance.now() - kept.at < MAX_AGE_MS) return kept.tree;
  const reading = {
    at: performance.now(),
    tree: call('GET /categories/tree').then(
      (tree) => {
        latest = tree;
        return tree;
      },
      () => {
        if (kept === reading) kept = undefined;
        return latest ?? [];
      },
    ),
  };
  kept = reading;
  return reading.tree;
}

/** Undefined while it loads for the first time. */
export function useCategoryTree(isWanted = true): readonly CategoryBranch[] | undefined {
  const [tree, setTree] = useState(latest);
  useEffect(() => {
    if (isWanted) void readCategoryTree().then(setTree);
  }, [isWanted]);
  return tree;
}
