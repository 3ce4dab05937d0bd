import { expect, test } from 'vitest';
import { allowLaggingReplica, isReplicaAllowed } from '#server/platform/database/read-scope.ts';
import { createCatchUp } from './catch-up.ts';

test('a run never reads from a replica that may answer the request which starts it', async () => {
  const runs: boolean[] = [];
  const catchUp = createCatchUp(
    async () => {
      runs.push(isReplicaAllowed());
    },
    () => undefined,
  );
  await allowLaggingReplica(async () => {
    await catchUp.run();
    expect(isReplicaAllowed()).toBe(true);
  });
  expect(runs).toEqual([false]);
});
