import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/**
 * Unpacks the browser, what draws in it, and the libraries that a bare machine lacks: `node unpack-browser.ts <folder of
 * the packed parts>`. The package knows no other place than the temporary folder of the process, so this is one of its own.
 */
const PARTS = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const [packed = ''] = process.argv.slice(2);
await Promise.all(PARTS.map((part) => inflate(join(packed, part))));
