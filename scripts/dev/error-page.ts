import { stripVTControlCharacters } from 'node:util';

/** Shown by Vite's overlay, and by pages that failed to render. */
export interface DevError {
  readonly message: string;
  readonly stack: string;
  /** The code frame, if the compiler provides one. */
  readonly frame: string;
}

interface CompilerError extends Error {
  readonly id?: string;
  readonly frame?: string;
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number };
}

/** The error and its causes, with the location in the file if known. */
export function describeError(thrown: unknown): DevError {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as CompilerError;
  const origin = error.cause instanceof Error ? describeError(error.cause) : undefined;
  const file = error.loc?.file ?? error.id;
  const place = file && error.loc ? `${file}:${error.loc.line}:${error.loc.column}` : (file ?? '');
  const stack = [place, error.stack ?? error.message, origin && `Caused by: ${origin.stack}`]
    .filter(Boolean)
    .join('\n');
  return {
    message: stripVTControlCharacters(error.message),
    stack: stripVTControlCharacters(stack),
    frame: stripVTControlCharacters(error.frame ?? origin?.frame ?? ''),
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Location and stack of the error for the terminal; only the message for errors that the developer can fix without
 * them.
 */
export function printError(thrown: unknown): void {
  const isStartError = thrown instanceof Error && thrown.name === 'StartError';
  const { message, stack, frame } = describeError(thrown);
  console.error(isStartError ? message : [frame && `${message}\n${frame}`, stack].filter(Boolean).join('\n'));
}

/** URL of the error page's script; `?revision=` names the revision of the code that failed. */
export const RELOAD_SCRIPT = '/@reload-on-change.js';
/** Sent to open pages when a file has changed or the server is running again. */
export const CODE_CHANGED = 'stoa:code-changed';
/** Sent by an error page with its revision as soon as it connects: the code may have changed before. */
export const ERROR_SHOWN = 'stoa:error-shown';

/** The script of the error page. */
export const reloadScript = (revision: number): string => `import { createHotContext } from '/@vite/client';
const hot = createHotContext('${RELOAD_SCRIPT}');
hot.on('${CODE_CHANGED}', () => location.reload());
hot.send('${ERROR_SHOWN}', ${revision});
`;

/**
 * The error page in development. It reloads when the code has changed.
 *
 * @param revision of the code when the failed request arrived
 */
export function errorPage({ message, stack, frame }: DevError, revision: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Error: ${escapeHtml(message.split('\n', 1)[0] ?? '')}</title>
<script type="module" src="${RELOAD_SCRIPT}?revision=${revision}"></script>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 3rem auto; padding: 0 1.5rem }
  h1 { font-size: 1.25rem; color: light-dark(#b3261e, #ff8a80); white-space: pre-wrap }
  pre { font: 14px/1.5 ui-monospace, monospace; overflow-x: auto; padding: 1rem; border: 1px solid #8886; border-radius: 8px }
</style>
<h1>${escapeHtml(message)}</h1>
${frame && `<pre>${escapeHtml(frame)}</pre>`}
<pre>${escapeHtml(stack)}</pre>
<p>This page reloads when the code changes. Errors are shown in development only.</p>
</html>
`;
}

export const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
} as const;
