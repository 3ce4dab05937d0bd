import { expect, test } from 'vitest';
import { explainFailure, isDiskFull, ProgramFailure } from './failure.ts';

/** What initdb said on disks of 30 and 34 MB: a write can fail as a whole or in part. */
const ON_FULL_DISKS = [
  `FATAL:  could not extend file "base/1/3440": wrote only 4096 of 8192 bytes at block 0
HINT:  Check free disk space.
PANIC:  cannot abort transaction 1, it was already committed
child process exited with exit code 134`,
  `FATAL:  could not write to file "base/5/2662": No space left on device
child process exited with exit code 1`,
];

const FULL = { message: 'The disk of DATA_DIR /srv/data is full: free some space, then start again.' };

test.each(ON_FULL_DISKS)('a full disk is named, whatever initdb says last', (said) => {
  expect(explainFailure(new ProgramFailure('initdb', said), '/srv/data')).toMatchObject(FULL);
});

test('a start that fails on a full disk names it, also if PostgreSQL does not', async () => {
  // Recovery after a crash: the error that says why is not logged.
  const failure = new ProgramFailure('postgres', 'FATAL:  checkpoint request failed');
  expect(explainFailure(failure, '/srv/data', true)).toMatchObject(FULL);
  expect(explainFailure(failure, '/srv/data', false)).toMatchObject({
    message: 'The database cannot start: postgres failed: checkpoint request failed',
  });
  expect([await isDiskFull(import.meta.dirname), await isDiskFull('/missing')]).toEqual([false, false]);
});

test('files of another user are named', () => {
  const path = '/srv/data/postgres/PG_VERSION';
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'open', path });
  expect(explainFailure(error, '/srv/data')).toMatchObject({
    message: `DATA_DIR /srv/data cannot be used: ${path} belongs to another user. Run the shop as that user, or name another DATA_DIR.`,
  });
});
