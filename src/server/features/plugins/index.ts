export { checkPlugins } from './check-plugins.ts';
export { migrationsOf, openPlugins, type Plugins } from './open-plugins.ts';
export { adminPluginHandlers } from './plugins.routes.ts';
