import { Writable } from 'node:stream';

export interface LogRecorder {
  readonly stream: Writable;
  /** All lines so far, as text: to prove that something was not logged. */
  text(): string;
  /** Lines of warnings and above. */
  warnings(): { level: number; msg: string }[];
  /** Drops what was recorded so far. */
  clear(): void;
}

const WARN = 40;

export function recordLog(): LogRecorder {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return {
    stream,
    text: () => lines.join(''),
    warnings: () =>
      lines.map((line) => JSON.parse(line) as { level: number; msg: string }).filter(({ level }) => level >= WARN),
    clear: () => void lines.splice(0),
  };
}
