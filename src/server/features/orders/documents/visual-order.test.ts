import { expect, test } from 'vitest';
import { visualRuns } from './visual-order.ts';

/** As it stands on paper, sign by sign from left to right. */
const onPaper = (line: string, isFromRight?: boolean): string =>
  visualRuns(line, isFromRight)
    .map(({ text, isRightToLeft }) => (isRightToLeft ? Array.from(text).reverse().join('') : text))
    .join('');

test.each([
  ['what has no such word stays as it is', '12 Harbour Lane, (rear) 5%', '12 Harbour Lane, (rear) 5%'],
  ['words go from right to left', 'אבי כהן', 'ןהכ יבא'],
  ['among Latin words only they do', 'Dr. אבי כהן Ltd', 'Dr. ןהכ יבא Ltd'],
  ['a number within them keeps its digits', 'רחוב 12 דירה 3', '3 הריד 12 בוחר'],
  ['a number with signs of its own does, too', 'חוב -1,250.75 ועוד 5%', '5% דועו -1,250.75 בוח'],
  ['so does one in Arabic digits', 'شارع ١٢', '١٢ عراش'],
  ['Latin words within them keep their order', 'אבי Acme Ltd כהן', 'ןהכ Acme Ltd יבא'],
  ['brackets close what they open', 'אבי (כהן)', '(ןהכ) יבא'],
  ['a comma stands after its word', 'תל אביב, TA 61000', 'TA 61000 ,ביבא לת'],
  ['a number after Latin words goes with them', 'Apt 4 אבי', 'Apt 4 יבא'],
])('%s', (_, line, expected) => {
  expect(onPaper(line)).toBe(expected);
});

test('later lines have the direction of the first', () => {
  expect(onPaper('Ltd אבי', true)).toBe('יבא Ltd');
  expect(onPaper('Ltd אבי', false)).toBe('Ltd יבא');
});

test('runs with letters stay in reading order, for shaping', () => {
  expect(visualRuns('سجادة يدوية 2')).toEqual([
    { text: '2', isRightToLeft: false },
    { text: 'سجادة يدوية ', isRightToLeft: true },
  ]);
});
