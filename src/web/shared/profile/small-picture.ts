/** Larger than the server's picture, and small enough for any connection. */
const SIDE = 512;
/** DESIGN §7. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The file as data URL, when this browser cannot draw it: the server may know its kind, or tells that it is no picture. */
function untouched(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('This file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

/**
 * The middle square of a picture, small, as data URL: nobody waits for ten megabytes of a phone's camera.
 * @throws Error with a sentence when the file is too large.
 */
export async function smallPicture(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error('A picture can have 10 MB at most.');
  const drawn = await createImageBitmap(file).catch(() => null);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!drawn || !context) return untouched(file);
  const side = Math.min(drawn.width, drawn.height);
  canvas.width = SIDE;
  canvas.height = SIDE;
  context.drawImage(drawn, (drawn.width - side) / 2, (drawn.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  drawn.close();
  return canvas.toDataURL('image/png');
}
