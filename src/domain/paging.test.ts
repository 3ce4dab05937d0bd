import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPage, MAX_PAGE, pageOfAll, pageWindow, readPage } from './paging.ts';

const shown = (current: number, last: number) =>
  pageWindow(current, last)
    .map((button) => (button === 'ellipsis' ? '…' : button))
    .join(' ');

describe('paging', () => {
  it('cuts a page out of rows in memory', () => {
    const names = ['Ada', 'Bo', 'Cleo'];
    expect(pageOfAll({ page: 2, per_page: 2 }, names)).toEqual({
      current_page: 2,
      last_page: 2,
      per_page: 2,
      total: 3,
      data: ['Cleo'],
    });
    expect(pageOfAll({ page: 3, per_page: 2 }, names).data).toEqual([]);
  });

  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=2.9', 2],
    ['page=0', 1],
    ['page=-4', 1],
    ['page=last', 1],
    ['page=9999999', MAX_PAGE],
    ['page=Infinity', MAX_PAGE],
  ])('a URL with "%s" shows page %i', (search, page) => {
    expect(readPage(new URLSearchParams(search))).toBe(page);
  });

  it.each([
    [0, 12, 1],
    [12, 12, 1],
    [13, 12, 2],
    [10_000, 12, 834],
  ])('%i products with %i per page end on page %i', (total, perPage, last) => {
    expect(lastPage(total, perPage)).toBe(last);
  });

  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 10, '1 2 3 … 10'],
    [3, 10, '1 2 3 4 5 … 10'],
    [4, 10, '1 2 3 4 5 6 … 10'],
    [5, 10, '1 … 3 4 5 6 7 … 10'],
    [7, 10, '1 … 5 6 7 8 9 10'],
    [10, 10, '1 … 8 9 10'],
    [99, 10, '1 … 8 9 10'],
    [-3, 4, '1 2 3 4'],
  ])('on page %i of %i shows %s', (current, last, buttons) => {
    expect(shown(current, last)).toBe(buttons);
  });

  it('always shows first, last and the current page, in order and each once', () => {
    const lists = fc
      .integer({ min: 1, max: 2000 })
      .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));
    fc.assert(
      fc.property(lists, ([current, last]) => {
        const pages = pageWindow(current, last).filter((button) => button !== 'ellipsis');
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        expect(pages).toEqual(expect.arrayContaining([1, current, last]));
        expect(pageWindow(current, last).length).toBeLessThanOrEqual(9);
      }),
    );
  });
});
