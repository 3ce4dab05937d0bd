import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/platform/refusal.ts';

const MEGABYTE = 1024 * 1024;

/**
 * The bytes of the only file in a `multipart/form-data` request, whatever its field name.
 * @throws Refusal `upload.not_multipart`, `upload.too_large`, `request.malformed`, and `request.invalid` without a
 * file.
 */
export async function readFile(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal('upload.not_multipart');
  const bytes = await collect(request, maxBytes).catch((error: unknown) => {
    // Parser errors are caused by the request.
    throw error instanceof Refusal ? error : new Refusal('request.malformed');
  });
  if (bytes === 'too large') {
    const message = `The file is too large. At most ${Math.floor(maxBytes / MEGABYTE)} MB are allowed.`;
    throw new Refusal('upload.too_large', { message });
  }
  return bytes;
}

async function collect(request: FastifyRequest, maxBytes: number): Promise<Buffer | 'too large'> {
  const part = await request.file({ limits: { fileSize: maxBytes }, throwFileSizeLimit: false });
  if (!part) throw new Refusal('request.invalid', { errors: { file: ['Please choose a file.'] } });
  const chunks: Buffer[] = [];
  // Drain the file even when it is too large: a browser that is still sending would not get the response.
  for await (const chunk of part.file) if (!part.file.truncated) chunks.push(chunk as Buffer);
  return part.file.truncated ? 'too large' : Buffer.concat(chunks);
}
