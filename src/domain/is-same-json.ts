/** Whether two JSON values are the same. The order of an object's keys does not count: PostgreSQL changes it in `jsonb`. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, withSortedKeys) === JSON.stringify(other, withSortedKeys);

const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
