import { createLog } from '#server/platform/log.ts';

const WARN = 40;
const ERROR = 50;

interface Line {
  readonly level: number;
  readonly msg?: string;
  /** Of the security log, such as `auth.password.wrong`. */
  readonly event?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** A log entry for the terminal: the message, and the stack of an error. */
export function formatLine(json: string): string {
  const { level, msg = '', event, err }: Line = JSON.parse(json);
  const word = level >= ERROR ? 'Error: ' : level >= WARN ? 'Warning: ' : '';
  const detail = err ? `\n${err.stack ?? err.message ?? ''}` : '';
  return `${word}${msg}${event ? `: ${event}` : ''}${detail}\n`;
}

/** The shop's log, formatted for the terminal. */
export function createTerminalLog(level: string) {
  return createLog(level, { write: (json) => process.stdout.write(formatLine(json)) });
}
