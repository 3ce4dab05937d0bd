/** Hebrew, Arabic and the scripts beside them in Unicode. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The words of a line in the order in which they stand on paper from left to right: words of a right-to-left script that
 * follow each other change places. The signs within a word are placed by whoever draws them, which takes the space after
 * a word for a part of it and so puts it to the left of one that is written from the right. Hence one space after the last
 * such word, and a second one where another word follows.
 */
export function inVisualOrder(line: string): string {
  if (!RIGHT_TO_LEFT.test(line)) return line;
  const placed: string[] = [];
  let run: string[] = [];
  for (const word of line.split(' ')) {
    if (RIGHT_TO_LEFT.test(word)) run.unshift(word);
    else {
      placed.push(...closed(run), word);
      run = [];
    }
  }
  return [...placed, ...closed(run)].join(' ');
}

const closed = (run: readonly string[]): readonly string[] => (run.length > 0 ? [...run, ''] : run);
