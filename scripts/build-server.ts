import { dirname, isAbsolute, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT } from './find-node.mjs';
import { readRevision } from './read-revision.ts';

/**
 * Bundles the server into `build/server/main.js`: loading almost two thousand files takes half of the time of a start
 * (docs/decisions/0113). Development and tests run from source.
 */
const OUTPUT = 'build/server';

/**
 * Stay in `node_modules`: native code, worker threads, and what is loaded only by shops that use it.
 */
const EXTERNAL = [
  '@node-rs/argon2',
  'sharp',
  'tinypool',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  '@paypal/paypal-server-sdk',
  '@zxcvbn-ts/language-common',
  'ioredis',
  'nodemailer',
  'stripe',
];

/** Modules of the bundle, plug-ins included, still find the files beside their sources: migrations, fonts, worker threads. */
function keepSourcePaths(): Plugin {
  const fromOutput = (path: string) =>
    JSON.stringify(relative(OUTPUT, relative(ROOT, path)).replaceAll('\\', '/') || '.');
  return {
    name: 'stoa-source-paths',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || !isAbsolute(id)) return null;
      const folder = `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${fromOutput(dirname(id))})`;
      const moved = code
        .replaceAll('import.meta.dirname', () => folder)
        .replaceAll(/import\.meta\.url\b/g, () => `new URL(${fromOutput(id)}, import.meta.url).href`);
      // Lines stay the same.
      return { code: moved, map: null };
    },
  };
}

await build({
  root: ROOT,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { BUILT_REVISION: JSON.stringify(await readRevision()) },
  ssr: { noExternal: true, external: EXTERNAL },
  plugins: [keepSourcePaths()],
  build: {
    ssr: join(ROOT, 'src/main.ts'),
    outDir: OUTPUT,
    // Node strips types, but understands everything else.
    target: 'esnext',
    // Stack traces name functions of the bundle. With NODE_OPTIONS=--enable-source-maps they name lines of the sources, but
    // reading these maps takes 0.4 s of each start.
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // In one folder, so that all find the sources from there.
      output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
