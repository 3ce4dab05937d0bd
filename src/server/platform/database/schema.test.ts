import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';

const CODEGEN = 'node_modules/kysely-codegen/dist/cli/bin.js';

test("the typed schema matches the output of 'npm run db:types'", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const verified = promisify(execFile)(process.execPath, [CODEGEN, '--verify', '--url', database.url]);
  await expect(verified.catch((error: { stdout: string; stderr: string }) => error)).resolves.toMatchObject({
    stderr: '',
  });
});
