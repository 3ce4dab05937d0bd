import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  // Its own directory: a build empties it first.
  buildDirectory: 'build/pages',
  ssr: true,
  splitRouteModules: false,
  // The whole route table travels once, as an immutable file: no page asks the server where a link leads.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
