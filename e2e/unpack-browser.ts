import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/**
 * Unpacks the browser, its graphics libraries, and system libraries that a minimal machine lacks: `node
 * unpack-browser.ts <folder of the packed parts>`. The package always uses the process's temporary folder, so this runs
 * in its own process.
 */
const PARTS = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const [packed = ''] = process.argv.slice(2);
await Promise.all(PARTS.map((part) => inflate(join(packed, part))));
