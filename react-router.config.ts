import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table travels once, as an immutable file: no page asks the server where a link leads.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
