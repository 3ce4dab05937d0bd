/** Where somebody goes after signing in: admins to the back office, others to where they came from, else home. */
export function destinationOf(state: unknown, user: { readonly is_admin: boolean }): string {
  const from = (state as { from?: unknown } | null)?.from;
  const isOwnPage = typeof from === 'string' && /^\/(?![/\\])/.test(from);
  if (user.is_admin) return isOwnPage && from.startsWith('/admin') ? from : '/admin';
  return isOwnPage ? from : '/';
}

/** What the page that led here has to say, such as that the password was reset. */
export function noticeOf(state: unknown): string {
  const notice = (state as { notice?: unknown } | null)?.notice;
  return typeof notice === 'string' ? notice : '';
}
