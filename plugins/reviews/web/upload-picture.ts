import { api } from './reviews-data.ts';

/** 10 MB take a while on a slow connection. */
const TIMEOUT_MS = 120_000;

/** Stores a picture for a review and resolves to its address. @throws ApiError */
export type Upload = (file: File) => Promise<string>;

function formOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** For the signed-in customer. */
export const uploadAsCustomer: Upload = async (file) =>
  (await api.call('POST /reviews/pictures', { body: formOf(file) }, { timeoutMs: TIMEOUT_MS })).url;

/** For the reader of a mail. */
export const uploadWithToken =
  (token: string): Upload =>
  async (file) => {
    const input = { query: { token }, body: formOf(file) };
    return (await api.call('POST /reviews/requests/pictures', input, { timeoutMs: TIMEOUT_MS })).url;
  };
