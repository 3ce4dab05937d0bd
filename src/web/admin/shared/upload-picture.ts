import { call } from '#web/api/call.ts';

/** 10 MB take a while on a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** For the file input; the server checks the content. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Uploads a picture. @returns its base path. @throws ApiError with the message to show. */
export async function uploadPicture(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  const { picture } = await call('POST /admin/uploads', { body }, { timeoutMs: UPLOAD_TIMEOUT_MS });
  return picture.url;
}
