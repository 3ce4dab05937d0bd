const DEPTH = 10;

const gain = (grade: number, place: number): number => (2 ** grade - 1) / Math.log2(place + 2);

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, DEPTH).reduce((sum, grade, place) => sum + gain(grade, place), 0);

/**
 * Normalised discounted cumulative gain of the first ten results: 1 when the best graded products come first.
 * @param shown grades in result order
 * @param all grades of all products
 */
export function ndcg(shown: readonly number[], all: readonly number[]): number {
  const ideal = gainOf([...all].sort((a, b) => b - a));
  return ideal === 0 ? 0 : gainOf(shown) / ideal;
}
