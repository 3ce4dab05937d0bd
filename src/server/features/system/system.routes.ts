import type { adminSystemEndpoints } from '#contract/admin/system.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { readSystem, type SystemServices } from './read-system.ts';
import { type RetryJobServices, retryJob } from './retry-job.ts';

type SystemEndpoints = Pick<typeof adminSystemEndpoints, 'GET /admin/system' | 'POST /admin/system/jobs/{name}/retry'>;

export function systemHandlers(services: SystemServices & RetryJobServices): Handlers<SystemEndpoints> {
  return {
    'GET /admin/system': async () => respond(await readSystem(services)),
    'POST /admin/system/jobs/{name}/retry': async ({ params, caller, request }) => {
      await retryJob(services, params.name, { actor: caller, request });
      return respond(null, 'The job runs again within seconds.');
    },
  };
}
