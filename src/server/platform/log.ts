import { pino } from 'pino';

export type Logger = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'level'>;

/** Fields that may hold a secret or a person's data, wherever they stand in what is logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'authorization',
  'password',
  'password_confirmation',
  'current_password',
  'token',
  'client_secret',
  '*.password',
  '*.token',
  '*.client_secret',
];

/** JSON lines on standard output; the query of an address is not logged, as it can hold a token or a name. */
export function createLog(level: string): pino.Logger {
  return pino({
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: {
      req: (request: { method: string; url: string; id: unknown }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  });
}
