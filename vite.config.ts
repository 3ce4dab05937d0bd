import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkGroups } from './scripts/chunk-groups.ts';
import { refreshRuntimeFirst } from './scripts/dev/refresh-runtime-first.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { pluginParts } from './scripts/plugin-parts.ts';

export default defineConfig(({ command }) => ({
  // The server build bundles React and the router, in production mode whatever NODE_ENV is at run time.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
  plugins: [pluginParts(), inlineScripts(), tailwindcss(), reactRouter(), refreshRuntimeFirst()],
  // Pre-bundle: a dependency discovered later would reload the page.
  optimizeDeps: {
    entries: ['src/web/**/*.{ts,tsx}', '{plugins,examples}/*/**/*.tsx', '!**/*.test.ts', '!src/web/service-worker/**'],
  },
  build: {
    target: 'es2022',
    // Pictures and the font stay separate files: the content security policy forbids data URLs.
    assetsInlineLimit: 0,
    // A chunk that needs nothing beyond what every page loads, at once or on the first interaction (shared/start-shop.ts), uses a
    // plain import: no preload list.
    modulePreload: {
      resolveDependencies: (_, needed) => {
        const missing = needed.filter((file) => !/\/(entry\.client|shop|visitor)-[\w-]{8}\.js$/.test(file));
        return missing.length > 1 ? missing : [];
      },
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
}));
