import { describe, expect, test } from 'vitest';
import { CategoryTree, pathKey } from './category-tree.ts';

const tree = new CategoryTree([
  { id: 1, parent_id: null },
  { id: 2, parent_id: null },
  { id: 11, parent_id: 1 },
  { id: 12, parent_id: 1 },
  { id: 111, parent_id: 11 },
  { id: 21, parent_id: 2 },
]);
const ids = (categories: readonly { id: number }[]) => categories.map(({ id }) => id);

describe('a tree of categories', () => {
  test('knows the path to a category and everything below one', () => {
    expect(ids(tree.pathOf(111))).toEqual([1, 11, 111]);
    expect(ids(tree.branchOf(1))).toEqual([1, 11, 111, 12]);
    expect(ids(tree.childrenOf(null))).toEqual([1, 2]);
    expect(tree.pathOf(99)).toEqual([]);
  });

  test('shows a category below a missing one on the first level', () => {
    const part = new CategoryTree([{ id: 11, parent_id: 1 }]);
    expect(ids(part.childrenOf(null))).toEqual([11]);
    expect(ids(part.pathOf(11))).toEqual([11]);
  });

  test.each([
    ['a new category below the second level', null, 11, undefined],
    ['a new category below the third level', null, 111, 'too_deep'],
    ['a category below itself', 11, 11, 'loop'],
    ['a category below one of its own', 1, 111, 'loop'],
    ['a category with subcategories below the first level', 11, 2, undefined],
    ['a category with subcategories below the second level', 11, 21, 'too_deep'],
    ['a category below a missing one', 12, 99, 'no_parent'],
    ['a category on the first level', 111, null, undefined],
  ] as const)('places %s: %#', (_what, id, parent, problem) => {
    expect(tree.placeProblem(id, parent)).toBe(problem);
  });

  test('ends for a loop that was written past the rules', () => {
    const loop = new CategoryTree([
      { id: 1, parent_id: 2 },
      { id: 2, parent_id: 1 },
    ]);
    expect(ids(loop.branchOf(1))).toEqual([1, 2]);
    expect(loop.pathOf(1)).toHaveLength(2);
  });
});

test('a path in a file is found whatever its case and spaces', () => {
  expect(pathKey(' Electronics >Cameras ')).toBe(pathKey('electronics > cameras'));
});
