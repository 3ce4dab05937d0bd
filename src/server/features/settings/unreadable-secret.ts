/** A stored secret that was encrypted with another `APP_SECRET`. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
}
