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
      name: 'csv-knows-domain-only',
      severity: 'error',
      from: { path: '^src/csv/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/(csv|domain)/' },
    },
    {
      name: 'contract-knows-domain-and-csv-only',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^(src|demo|test|e2e|bench|quality)/', pathNot: '^src/(contract|csv|domain)/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^(src/web|src/main|src/open-shop|demo)/?', pathNot: '^$' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^(src/server|src/main|src/open-shop|demo|migrations)/?' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/platform/' },
      to: { path: '^src/server/(features|adapters)/' },
    },
    {
      name: 'feature-only-through-its-door',
      severity: 'error',
      from: { path: feature },
      to: { path: '^src/server/features/[^/]+/', pathNot: ['^src/server/features/$1/', '/index\\.ts$'] },
    },
    {
      name: 'outsiders-through-the-door-too',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/features/', '\\.test\\.ts$'] },
      to: { path: '^src/server/features/[^/]+/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'features-own-ports-not-adapters',
      severity: 'error',
      from: { path: '^src/server/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/adapters/' },
    },
    {
      name: 'pages-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/web/(storefront|account|admin)/([^/]+)/' },
      to: { path: '^src/web/(storefront|account|admin)/', pathNot: ['^src/web/$1/$2/', '^src/web/$1/shared/'] },
    },
    {
      name: 'shared-knows-no-page',
      severity: 'error',
      from: { path: '^src/web/(shared|api|(storefront|account|admin)/shared)/' },
      to: { path: '^src/web/(storefront|account|admin)/(?!shared/)' },
    },
    {
      name: 'shop-knows-no-tools',
      severity: 'error',
      comment: 'What npm start loads holds nothing of development (docs/decisions/0027).',
      from: { path: '^(src|demo)/', pathNot: '\\.test\\.ts$|^demo/studio/' },
      to: { path: '^scripts/|^node_modules/(vite|vitest|playwright-core)/' },
    },
    {
      name: 'ui-knows-no-shop',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'shop-knows-no-development-pages',
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
      comment: 'A plug-in imports #plugin, npm packages and its own folder (docs/plugins.md).',
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
      name: 'plugin-parts-take-no-server-code-to-the-browser',
      severity: 'error',
      comment: 'Components import the contract and #plugin as types only; they use #plugin/web and #plugin/admin.',
      from: { path: '^(plugins|examples|test/fixtures)/.*\\.tsx$' },
      to: { path: ['^src/plugin/index\\.ts$', '/contract\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-knows-no-plugin',
      severity: 'error',
      from: { path: '^(src|demo)/' },
      to: { path: '^(plugins|examples)/' },
    },
    {
      name: 'shop-config-is-for-the-composition-root',
      severity: 'error',
      from: {
        path: '^(src|demo|plugins|examples)/',
        pathNot: '^src/(open-shop|shop-tables|web/routes(\\.test)?)\\.ts$',
      },
      to: { path: '^shop\\.config\\.ts$' },
    },
    {
      name: 'features-know-the-surface-by-type',
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
