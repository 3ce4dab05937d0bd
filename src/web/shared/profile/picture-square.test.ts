import { expect, test } from 'vitest';
import { dragged, MIDDLE, squareOf } from './picture-square.ts';

const WIDE = { width: 400, height: 200 };

test('the square starts in the centre, as large as possible', () => {
  expect(squareOf(WIDE, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 });
});

test('a zoomed square is smaller, and reaches every corner', () => {
  expect(squareOf(WIDE, { x: 1, y: 1, zoom: 4 })).toEqual({ left: 350, top: 150, side: 50 });
});

test('dragging to the right shows more of the left, up to the edge', () => {
  expect(squareOf(WIDE, dragged(WIDE, MIDDLE, 0.25, 0)).left).toBe(50);
  expect(squareOf(WIDE, dragged(WIDE, MIDDLE, 9, 9))).toEqual({ left: 0, top: 0, side: 200 });
});

test('without room nothing moves', () => {
  expect(dragged(WIDE, MIDDLE, 0, 0.5)).toEqual(MIDDLE);
});
