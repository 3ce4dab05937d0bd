import type { Plugin } from 'vite';

const RUNTIME = 'virtual:react-router/inject-hmr-runtime';

/**
 * React Refresh must be installed before React and any component. The router's `<Scripts>` ensures that; our pages
 * start with `src/web/inline-scripts/start-page.ts`, which imports all modules at once, so each component imports it first.
 */
export function refreshRuntimeFirst(): Plugin {
  return {
    name: 'refresh-runtime-first',
    apply: 'serve',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const isComponent = /\/(src\/web|plugins|examples)\/.*\.tsx($|\?)/.test(id.replaceAll('\\', '/'));
      // On the first line, to keep the source map correct.
      return isComponent ? { code: `import "${RUNTIME}";${code}`, map: null } : null;
    },
  };
}
