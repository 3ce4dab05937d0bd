import { call } from '#web/api/call.ts';

/** A slow line takes its time for 10 MB. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** What the file chooser offers; the server looks at the content itself. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Brings a picture to the shop. @returns its base path. @throws ApiError with the sentence to show. */
export async function uploadPicture(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  const { picture } = await call('POST /admin/uploads', { body }, { timeoutMs: UPLOAD_TIMEOUT_MS });
  return picture.url;
}
