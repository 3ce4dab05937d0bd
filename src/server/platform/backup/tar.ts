import { ByteReader } from './byte-reader.ts';

/** Message of an archive that cannot be read. */
export const DAMAGED = 'The file is damaged or not a backup';

/**
 * Archives in the POSIX `ustar` format, which every `tar` program reads. Written here because packages for it bring
 * megabytes of binaries for other runtimes, and because a backup needs only plain files of a known size.
 */
const BLOCK = 512;
const ZERO_BLOCK = Buffer.alloc(BLOCK);
const REGULAR_FILE = '0';
/** Where the fields of a header are: [offset, length]. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const;
type Field = keyof typeof FIELDS;

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** Has to be read before the next entry. */
  readonly content: AsyncIterable<Buffer>;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** The last part of a path goes into `name`, the rest into `prefix`. */
function splitName(path: string): { name: string; prefix: string } {
  const cut = path.lastIndexOf('/');
  const [prefix, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  if (Buffer.byteLength(name) > FIELDS.name[1] || Buffer.byteLength(prefix) > FIELDS.prefix[1]) {
    throw new Error(`This name is too long for an archive: ${path}`);
  }
  return { name, prefix };
}

function writeHeader(path: string, size: number, modified: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const set = (field: Field, text: string) => header.write(text, FIELDS[field][0], FIELDS[field][1], 'utf8');
  const { name, prefix } = splitName(path);
  set('name', name);
  set('prefix', prefix);
  set('mode', octal(0o600, 8));
  set('uid', octal(0, 8));
  set('gid', octal(0, 8));
  set('size', octal(size, 12));
  set('mtime', octal(Math.floor(modified.getTime() / 1000), 12));
  set('type', REGULAR_FILE);
  set('magic', 'ustar\x0000');
  set('checksum', `${octal(sumOf(header), 7)} `);
  return header;
}

/** The sum of all bytes, with the checksum's own taken as spaces. */
function sumOf(header: Buffer): number {
  const [start, length] = FIELDS.checksum;
  let sum = ' '.charCodeAt(0) * length;
  for (const [index, byte] of header.entries()) if (index < start || index >= start + length) sum += byte;
  return sum;
}

/** The bytes of one file in an archive. */
export function* tarEntry(path: string, chunks: readonly Buffer[], modified: Date): Generator<Buffer> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  yield writeHeader(path, size, modified);
  yield* chunks;
  const rest = size % BLOCK;
  if (rest > 0) yield ZERO_BLOCK.subarray(rest);
}

/** What follows the last file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

function readHeader(header: Buffer): Pick<TarEntry, 'name' | 'size'> {
  const get = (field: Field) => {
    const [start, length] = FIELDS[field];
    const [text = ''] = header.toString('utf8', start, start + length).split('\0', 1);
    return text;
  };
  if (!get('magic').startsWith('ustar') || Number.parseInt(get('checksum'), 8) !== sumOf(header)) {
    throw new Error(DAMAGED);
  }
  const prefix = get('prefix');
  const size = Number.parseInt(get('size'), 8);
  return { name: prefix ? `${prefix}/${get('name')}` : get('name'), size };
}

/** The files of an archive, in order. What is not read of a file is skipped. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.read(BLOCK);
    // To the end, where the checksum of a compressed archive is.
    if (header.equals(ZERO_BLOCK)) return reader.drain();
    const { name, size } = readHeader(header);
    const content = reader.stream(size);
    yield { name, size, content };
    for await (const _skipped of content);
    await reader.read((BLOCK - (size % BLOCK)) % BLOCK);
  }
}
