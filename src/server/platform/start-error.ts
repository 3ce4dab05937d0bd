/** A startup error that the operator can fix: printed without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
