import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';

const UNCOUNTED = {
  blocked: () => undefined,
  timedOut: () => undefined,
  paused: () => undefined,
  resumed: () => undefined,
};

/** For tests of a single part of the shop: failures of plug-ins are logged, delays are not counted. */
export const reportsTo = (log: PluginReports['log'] = { error: () => undefined }): PluginReports => ({
  log,
  delays: { observe: () => UNCOUNTED },
});
