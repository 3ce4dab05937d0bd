import type { Logger } from '../log.ts';
import { currentRequestId } from './request-scope.ts';
import { currentTracer } from './tracing.ts';

/** Receives the duration and text of each statement, without parameter values. */
export type ObserveStatement = (text: string, milliseconds: number) => void;

export interface SlowStatements {
  readonly observe: ObserveStatement;
  /** Since the node started. */
  count(): number;
}

const MAX_TEXT = 2_000;
/** An overloaded database makes every statement slow; the log must not become part of the load. */
const MAX_LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Logs statements that take `thresholdMs` or longer, including the round trip. */
export function logSlowStatements(
  log: Pick<Logger, 'warn'>,
  thresholdMs: number,
  elapsed: () => number = () => performance.now(),
): SlowStatements {
  let count = 0;
  let lines = 0;
  let minuteEnds = 0;
  return {
    observe(text, milliseconds) {
      if (thresholdMs === 0 || milliseconds < thresholdMs) return;
      count += 1;
      const at = elapsed();
      if (at >= minuteEnds) {
        minuteEnds = at + MINUTE_MS;
        lines = 0;
      }
      lines += 1;
      if (lines > MAX_LINES_PER_MINUTE) return;
      log.warn(
        {
          statement: text.replace(/\s+/g, ' ').slice(0, MAX_TEXT),
          milliseconds: Math.round(milliseconds),
          reqId: currentRequestId(),
          traceId: currentTracer()?.traceId(),
        },
        lines === MAX_LINES_PER_MINUTE ? 'Slow statement; further ones this minute are only counted' : 'Slow statement',
      );
    },
    count: () => count,
  };
}
