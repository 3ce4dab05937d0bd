/** Import rules; explained in docs/architecture.md. */
const PLUGIN = '^(plugins|examples|test/fixtures)/([^/]+)/';
/** Tests, and `testing.ts` with what they share. */
const PLUGIN_TEST = '(\\.test\\.tsx?|/testing\\.ts)$';
/** With npm packages and Node's own modules. */
const PLUGIN_SURFACE = ['^src/plugin/(index|web|admin)\\.ts$', '^node_modules/', '^(node:)?[a-z_/]+$'];
const feature = '^src/server/features/([^/]+)/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'csv-imports-only-domain',
      severity: 'error',
      from: { path: '^src/csv/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/(csv|domain)/' },
    },
    {
      name: 'contract-imports-only-domain-and-csv',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^(src|demo|test|e2e|bench|quality)/', pathNot: '^src/(contract|csv|domain)/' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^(src/web|src/main|src/open-shop|demo)/?', pathNot: '^$' },
    },
    {
      name: 'web-does-not-import-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^(src/server|src/main|src/open-shop|demo|migrations)/?' },
    },
    {
      name: 'platform-does-not-import-features',
      severity: 'error',
      from: { path: '^src/server/platform/' },
      to: { path: '^src/server/(features|adapters)/' },
    },
    {
      name: 'features-import-each-other-through-index',
      severity: 'error',
      from: { path: feature },
      to: { path: '^src/server/features/[^/]+/', pathNot: ['^src/server/features/$1/', '/index\\.ts$'] },
    },
    {
      name: 'rest-of-src-imports-features-through-index',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/features/', '\\.test\\.ts$'] },
      to: { path: '^src/server/features/[^/]+/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'features-do-not-import-adapters',
      severity: 'error',
      from: { path: '^src/server/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/adapters/' },
    },
    {
      name: 'parts-do-not-import-the-composition-root',
      severity: 'error',
      comment: 'Parts of the server get their services as arguments (docs/decisions/0037).',
      from: { path: '^src/server/(adapters|cluster|features|platform|tables)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/(app/|services/|[^/]+\\.ts$)' },
    },
    {
      name: 'pages-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/web/(storefront|account|admin)/([^/]+)/' },
      to: { path: '^src/web/(storefront|account|admin)/', pathNot: ['^src/web/$1/$2/', '^src/web/$1/shared/'] },
    },
    {
      name: 'shared-does-not-import-pages',
      severity: 'error',
      from: { path: '^src/web/(shared|api|(storefront|account|admin)/shared)/' },
      to: { path: '^src/web/(storefront|account|admin)/(?!shared/)' },
    },
    {
      name: 'no-development-tools-in-the-shop',
      severity: 'error',
      comment: 'npm start loads nothing that belongs to development (docs/decisions/0027).',
      from: { path: '^(src|demo)/', pathNot: '\\.test\\.ts$|^demo/studio/' },
      to: { path: '^scripts/|^node_modules/(vite|vitest|playwright-core)/' },
    },
    {
      name: 'ui-is-shop-agnostic',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'no-development-pages-in-the-shop',
      severity: 'error',
      comment: 'They are part of npm run dev, never of a build.',
      from: { path: '^src/', pathNot: '^src/web/dev/' },
      to: { path: '^src/web/dev/' },
    },
    {
      name: 'no-validation-library-in-the-browser',
      severity: 'error',
      comment: 'The contract reaches the browser as types, or lazily.',
      from: { path: '^src/web/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'], dynamic: false },
    },
    {
      name: 'plugins-use-the-public-surface',
      severity: 'error',
      comment: 'A plug-in imports #plugin, npm packages and its own folder (docs/plugins).',
      from: { path: PLUGIN, pathNot: PLUGIN_TEST },
      to: { pathNot: ['^$1/$2/', ...PLUGIN_SURFACE] },
    },
    {
      name: 'plugin-tests-use-the-public-surface',
      severity: 'error',
      from: { path: [`${PLUGIN}.*\\.test\\.tsx?$`, `${PLUGIN}testing\\.ts$`] },
      to: { pathNot: ['^$1/$2/', '^test/plugin-shop\\.ts$', ...PLUGIN_SURFACE] },
    },
    {
      name: 'no-server-code-in-plugin-components',
      severity: 'error',
      comment: 'Components import the contract and #plugin as types only; they use #plugin/web and #plugin/admin.',
      from: { path: '^(plugins|examples|test/fixtures)/.*\\.tsx$' },
      to: { path: ['^src/plugin/index\\.ts$', '/contract\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-does-not-import-plugins',
      severity: 'error',
      from: { path: '^(src|demo)/' },
      to: { path: '^(plugins|examples)/' },
    },
    {
      name: 'only-the-composition-root-imports-shop-config',
      severity: 'error',
      from: {
        path: '^(src|demo|plugins|examples)/',
        pathNot: '^src/(open-shop|shop-tables|web/routes(\\.test)?)\\.ts$',
      },
      to: { path: '^shop\\.config\\.ts$' },
    },
    {
      name: 'features-import-plugin-surface-as-types',
      severity: 'error',
      comment: 'Only the host and the composition root load it.',
      from: {
        path: '^src/(contract|domain|server|web)/',
        pathNot: ['^src/server/features/plugins/', '^src/web/routes\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '^src/plugin/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\+types/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
