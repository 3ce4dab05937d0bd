import { readFile, writeFile } from 'node:fs/promises';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#contract/openapi.ts';

/** Writes docs/openapi.json from the contract; `--check` only reports whether the file is outdated. */
const FILE = 'docs/openapi.json';
const text = `${JSON.stringify(openApiDocument(contract), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const written = await readFile(FILE, 'utf8').catch(() => '');
  if (written !== text) {
    console.error(`${FILE} does not fit the contract any more: run 'npm run openapi' and commit the result.`);
    process.exit(1);
  }
} else {
  await writeFile(FILE, text);
}
