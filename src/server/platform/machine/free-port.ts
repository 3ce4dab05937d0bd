import { once } from 'node:events';
import { createServer } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with a free port instead of `PORT=0`: mails, payments and the sandbox's events need the shop's
 * address before it listens. An invalid host is reported later, when the shop opens.
 */
export async function withFreePort(env: Environment): Promise<Environment> {
  if (env.PORT === undefined || env.PORT === '' || Number(env.PORT) !== 0) return env;
  const server = createServer();
  try {
    await once(server.listen(0, env.HOST || '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? { ...env, PORT: String(address.port) } : env;
  } catch {
    return env;
  } finally {
    server.close();
  }
}
