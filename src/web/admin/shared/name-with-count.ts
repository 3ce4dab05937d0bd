import { formatCount } from '#web/shared/numbers.ts';

/** `Failed (1,999)`; without the number while it is not known. */
export const nameWithCount = (name: string, count: number | undefined): string =>
  count === undefined ? name : `${name} (${formatCount(count)})`;
