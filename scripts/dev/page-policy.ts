/**
 * What Vite's client needs, by directive: its socket, and the styles and markup of its overlay; and frames for the
 * gallery.
 */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'connect-src': ['ws:', 'wss:'],
  'style-src': ["'unsafe-inline'"],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
};
/** Vite's overlay sets innerHTML. */
const REMOVED = new Set(['require-trusted-types-for', 'trusted-types']);

/** The content security policy of a page, relaxed for Vite's client. Inline scripts still need their hash. */
export function relaxPolicy(policy: string): string {
  const directives = policy.split('; ').map((directive) => directive.split(' '));
  return directives
    .filter(([name = '']) => !REMOVED.has(name))
    .map(([name = '', ...sources]) => {
      const added = ADDED[name];
      return [name, ...(added ? [...sources.filter((source) => source !== "'none'"), ...added] : sources)].join(' ');
    })
    .join('; ');
}
