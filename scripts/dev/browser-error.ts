import { SourceMap } from 'node:module';
import type { EnvironmentModuleGraph } from 'vite';

/** Sent by Vite's client for uncaught errors (`server.forwardConsole`). */
export const BROWSER_ERROR = 'vite:forward-console';

export interface BrowserError {
  readonly type: 'error' | 'unhandled-rejection' | 'log';
  readonly data: { readonly message: string; readonly stack?: string };
}

/** URL, line and column of a stack frame, such as `http://localhost:3000/src/web/root.tsx?t=1:7:20`. */
const FRAME = /https?:\/\/[^/\s]+(\/[^\s?)]+)(?:\?[^\s:)]*)?:(\d+):(\d+)/g;

/** The error with the files, lines and columns of the sources in place of those of the compiled modules. */
export function withSources(
  { message, stack = message }: BrowserError['data'],
  modules: Pick<EnvironmentModuleGraph, 'urlToModuleMap'>,
): { message: string; stack: string } {
  return {
    message,
    stack: stack.replace(FRAME, (frame, path: string, line: string, column: string) => {
      const module = modules.urlToModuleMap.get(path);
      const map = module?.transformResult?.map;
      if (!module?.file || !map || !('version' in map)) return frame;
      const source = new SourceMap({ ...map, file: '', sourceRoot: '' }).findOrigin(Number(line), Number(column));
      return 'lineNumber' in source ? `${module.file}:${source.lineNumber}:${source.columnNumber}` : frame;
    }),
  };
}
