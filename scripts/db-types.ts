import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { ROOT } from './find-node.mjs';

/** Generates `src/server/platform/database/schema.ts` from an empty database with all migrations. */
const CODEGEN = join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js');

const dataDir = await mkdtemp(join(tmpdir(), 'stoa-types-'));
const server = await startEmbeddedPostgres({ dataDir, log: console, settings: { fsync: 'off' } });
try {
  await migrate(server.url, join(ROOT, 'migrations'));
  await promisify(execFile)(process.execPath, [CODEGEN, '--url', server.url], { cwd: ROOT });
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
