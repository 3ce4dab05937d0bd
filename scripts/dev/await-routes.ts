import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import { ROOT } from '../find-node.mjs';

const ROUTER_CONFIG = join(ROOT, 'react-router.config.ts');
/** React Router does not report when it has read the routes. An idle machine needs two to seven seconds, a busy one many more. */
const TIMEOUT_MS = 60_000;
/** How long a build that cannot be loaded is retried before its error is shown. */
const BROKEN_MS = 10_000;
const POLL_MS = 20;

/**
 * Makes React Router read `src/web/routes.ts` again, and waits until it serves these routes. Call it when they have changed: a served
 * route can have another file.
 *
 * @param isWanted false once other routes are awaited.
 */
export async function awaitRoutes(
  routes: readonly RouteConfigEntry[],
  loadBuild: () => Promise<ServerBuild>,
  isWanted: () => boolean,
): Promise<void> {
  const wanted = describe(declaredRoutes(routes));
  // React Router watches its configuration, but not the files of an app directory that is not directly below the root.
  // Only once: each further change would make it read everything again, in addition to the reads still running.
  const now = new Date();
  await utimes(ROUTER_CONFIG, now, now);
  const end = performance.now() + TIMEOUT_MS;
  // The build of the previous routes fails if the file of one of them is gone. Another failure shows its error when a page is rendered.
  const endIfBroken = performance.now() + BROKEN_MS;
  const areServed = () =>
    loadBuild().then(
      (build) => describe(servedRoutes(build)) === wanted,
      () => performance.now() > endIfBroken,
    );
  do await pause(POLL_MS);
  while (isWanted() && performance.now() < end && !(await areServed()));
}

interface NamedRoute {
  readonly id: string;
  readonly path?: string | undefined;
}

const describe = (routes: readonly NamedRoute[]): string =>
  routes
    .map(({ id, path = '' }) => `${id} ${path}`)
    .sort()
    .join('\n');

/** The routes and those inside them. React Router's default id of a route is the path of its file. */
const declaredRoutes = (routes: readonly RouteConfigEntry[]): NamedRoute[] =>
  routes.flatMap(({ id, file, path, children = [] }) => [
    { id: id ?? file.replace(/\.[a-z]+$/, ''), path },
    ...declaredRoutes(children),
  ]);

const servedRoutes = ({ routes }: ServerBuild): NamedRoute[] =>
  Object.values(routes).flatMap((entry) => (entry && entry.id !== 'root' ? [entry] : []));
