/** A message from the previous page, such as that the password was reset. */
export function noticeOf(state: unknown): string {
  const notice = (state as { notice?: unknown } | null)?.notice;
  return typeof notice === 'string' ? notice : '';
}
