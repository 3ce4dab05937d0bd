import { expect, test } from 'vitest';
import { isDiskLow, isLineLong, replicaProblem } from './node-health.ts';

const GB = 1e9;

test('a disk is low with less than a tenth or less than 1 GB free', () => {
  expect(isDiskLow({ free_bytes: 10 * GB, total_bytes: 100 * GB })).toBe(false);
  expect(isDiskLow({ free_bytes: 9 * GB, total_bytes: 100 * GB })).toBe(true);
  expect(isDiskLow({ free_bytes: GB, total_bytes: 4 * GB })).toBe(false);
  expect(isDiskLow({ free_bytes: 0.9 * GB, total_bytes: 4 * GB })).toBe(true);
});

test('a replica is a problem when it cannot be reached, lags by more than a second, or is not read', () => {
  expect(replicaProblem({ is_used: true, lag_ms: 120 })).toBeUndefined();
  expect(replicaProblem({ is_used: false, lag_ms: 120 })).toBe('unused');
  expect(replicaProblem({ is_used: false, lag_ms: 1_001 })).toBe('lagging');
  expect(replicaProblem({ is_used: false, lag_ms: null })).toBe('unreachable');
});

test('a line is long when its last customer will not be served within six seconds', () => {
  expect(isLineLong(300)).toBe(false);
  expect(isLineLong(301)).toBe(true);
});
