import { writeSync } from 'node:fs';
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

const STANDARD_OUTPUT = 1;
const FULL_PIPE_PAUSE_MS = 10;
/** The whole process waits: requests, health checks and a stop as well. */
const FULL_PIPE_LIMIT_MS = 1_000;
/** In which it waits no longer than that in all. */
const FULL_PIPE_WINDOW_MS = 10_000;

/**
 * @returns a function that writes all bytes to standard output, even if a pipe is read slowly, and throws the system error: EAGAIN only
 * when `limitMs` of the current window have been spent waiting. A write to a blocking descriptor can wait forever.
 */
function createWriter(): (bytes: Uint8Array, limitMs: number) => void {
  let windowStart = 0;
  let waitedMs = 0;
  return (bytes, limitMs) => {
    if (performance.now() - windowStart > FULL_PIPE_WINDOW_MS) {
      windowStart = performance.now();
      waitedMs = 0;
    }
    for (let rest = bytes; rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waitedMs >= limitMs) throw error;
        waitedMs += FULL_PIPE_PAUSE_MS;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
      }
    }
  };
}

/**
 * Standard output. The shop matters more than its log: lines that cannot be written, because the disk is full or
 * nobody reads the pipe, are dropped. pino's own destination would keep them in memory, and end the process or wait forever.
 * @param report receives the number of dropped lines when the output can be written again.
 */
function openOutput(report: (dropped: number) => void): pino.DestinationStream {
  const writeAll = createWriter();
  let dropped = 0;
  return {
    write(line) {
      try {
        // The last dropped line may have been written in part.
        if (dropped > 0) writeAll(Buffer.from(`\n${line}`), 0);
        else writeAll(Buffer.from(line), FULL_PIPE_LIMIT_MS);
      } catch {
        dropped += 1;
        return;
      }
      if (dropped === 0) return;
      const lines = dropped;
      dropped = 0;
      report(lines);
    },
  };
}

/** JSON lines on standard output; query strings are not logged, because they can contain tokens or names. */
export function createLog(level: string, stream?: pino.DestinationStream): pino.Logger {
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
  const log: pino.Logger = pino(
    options,
    stream ?? openOutput((lines) => log.warn({ lines }, 'Log lines were dropped: the output could not be written')),
  );
  return log;
}
