export { bindPluginFiles } from './bind-plugin-files.ts';
export { checkPlugins } from './check-plugins.ts';
export { loadPluginDemos } from './load-plugin-demos.ts';
export { migrationsOf, openPlugins, type Plugins } from './open-plugins.ts';
export { adminPluginHandlers } from './plugins.routes.ts';
