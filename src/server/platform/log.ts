import { pino } from 'pino';

export type Logger = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'level'>;

/** Fields that may contain secrets or personal data, at any depth of a log entry. */
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

/** Details of PostgreSQL errors that can contain whole rows, and the connection with its statements. */
const TELLING = ['client', 'detail', 'where', 'internalQuery'];

function serializeError(error: Error): object {
  const { raw: _raw, ...told } = pino.stdSerializers.err(error);
  return Object.fromEntries(Object.entries(told).filter(([name]) => !TELLING.includes(name)));
}

/** JSON lines on standard output; query strings are not logged, because they can contain tokens or names. */
export function createLog(level: string, stream: pino.DestinationStream = pino.destination(1)): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: {
      err: serializeError,
      req: (request: { method: string; url: string; id: unknown }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  };
  return pino(options, stream);
}
