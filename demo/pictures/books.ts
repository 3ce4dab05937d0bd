import type { BookCover } from './cover-art.ts';
import { STORY_COVERS } from './story-covers.ts';
import { SUBJECT_COVERS } from './subject-covers.ts';

/** The covers by the short names that `book:<name>` uses. */
const BOOK_COVERS: Readonly<Record<string, BookCover>> = { ...STORY_COVERS, ...SUBJECT_COVERS };

const FORMS = ['front', 'standing', 'lying'] as const;
type BookForm = (typeof FORMS)[number];

const PAGES = '#efe9f2';
const PAGES_SHADE = '#c9c0d3';

/** Whether `book:<cover>` or `book:<cover>/<form>` can be drawn. */
export function isBook(name: string): boolean {
  const { cover, form } = parse(name);
  return Object.hasOwn(BOOK_COVERS, cover) && FORMS.some((known) => known === form);
}

/** A book in the manner of the Fluent set: from the front, standing at an angle, or lying on its back. */
export function bookSvg(name: string): string {
  const { cover: coverName, form } = parse(name);
  const cover = BOOK_COVERS[coverName];
  if (!cover) throw new Error(`No book cover is named '${coverName}'`);
  const draw: Record<BookForm, (cover: BookCover) => string> = { front, standing, lying };
  return draw[form as BookForm](cover);
}

function parse(name: string): { cover: string; form: string } {
  const [cover = '', form = 'front'] = name.slice('book:'.length).split('/');
  return { cover, form };
}

function front({ cloth, spine = shade(cloth, 0.72), art }: BookCover): string {
  return [
    '<defs>',
    gradient('spine', '0 0 1 0', [
      [0, shade(spine, 0.82)],
      [0.35, spine],
      [1, shade(spine, 0.76)],
    ]),
    gradient('pages', '0 0 0 1', [
      [0, PAGES_SHADE],
      [0.4, PAGES],
      [1, '#d9d1e2'],
    ]),
    gradient('sheen', '0 0 1 1', [
      [0, '#ffffff', 0.3],
      [0.45, '#ffffff', 0],
      [1, '#1b1030', 0.2],
    ]),
    '<clipPath id="panel"><path d="M8.4 2.4H25.2A1.3 1.3 0 0 1 26.5 3.7V26.4H8.4z"/></clipPath>',
    '</defs>',
    `<rect x="5.5" y="3.4" width="21" height="26.2" rx="1.5" fill="${shade(spine, 0.66)}"/>`,
    '<path d="M7.2 26H26V28.5H7.2A1.25 1.25 0 0 1 7.2 26z" fill="url(#pages)"/>',
    '<path d="M8 27H26M8 27.7H26" stroke="#bdb2c9" stroke-width=".16"/>',
    `<path d="M7 2.4H25.2A1.3 1.3 0 0 1 26.5 3.7V26.4H7.2A2.1 2.1 0 0 0 5.5 28.4V3.9A1.5 1.5 0 0 1 7 2.4z" fill="${cloth}"/>`,
    `<g clip-path="url(#panel)"><g transform="translate(8.5 2.4)">${art}</g></g>`,
    '<path d="M7 2.4H8.5V26.4H7.2A2.1 2.1 0 0 0 5.5 28.4V3.9A1.5 1.5 0 0 1 7 2.4z" fill="url(#spine)"/>',
    '<rect x="8.5" y="2.4" width=".5" height="24" fill="#000" opacity=".16"/>',
    '<path d="M7 2.4H25.2A1.3 1.3 0 0 1 26.5 3.7V26.4H7.2A2.1 2.1 0 0 0 5.5 28.4V3.9A1.5 1.5 0 0 1 7 2.4z" fill="url(#sheen)"/>',
    '<path d="M7 2.65H25.2A1.05 1.05 0 0 1 26.25 3.7" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".3"/>',
  ].join('');
}

function standing({ cloth, spine = shade(cloth, 0.72), art }: BookCover): string {
  const coverMatrix = 'matrix(.86 -.2 0 1 10.6 6.6)';
  const spineMatrix = 'matrix(.78 .3 0 1 6.39 4.98)';
  return [
    '<defs>',
    gradient('spine', '0 0 1 0', [
      [0, shade(spine, 0.62)],
      [0.5, shade(spine, 0.92)],
      [1, shade(spine, 0.72)],
    ]),
    gradient('sheen', '0 0 1 0', [
      [0, '#ffffff', 0.26],
      [0.4, '#ffffff', 0.02],
      [1, '#1b1030', 0.16],
    ]),
    '<clipPath id="panel"><rect width="18" height="24"/></clipPath>',
    '</defs>',
    `<path d="M6.39 4.98L10.6 6.6L26.08 3L21.87 1.38z" fill="${shade(spine, 0.6)}"/>`,
    `<path d="M7.4 5.2L10.9 6.25L25.4 2.92L21.9 1.7z" fill="${PAGES}"/>`,
    `<path d="M8.4 5.4L23 2.1M9.6 5.85L24.2 2.5" stroke="${PAGES_SHADE}" stroke-width=".18"/>`,
    `<g transform="${spineMatrix}"><rect width="5.4" height="24" fill="url(#spine)"/>`,
    `<rect y="2.6" width="5.4" height=".5" fill="#fff" opacity=".35"/><rect y="20.6" width="5.4" height=".5" fill="#fff" opacity=".35"/></g>`,
    `<g transform="${coverMatrix}"><g clip-path="url(#panel)"><rect width="18" height="24" fill="${cloth}"/>${art}</g>`,
    '<rect width="18" height="24" fill="url(#sheen)"/><rect width=".5" height="24" fill="#fff" opacity=".22"/></g>',
  ].join('');
}

function lying({ cloth, spine = shade(cloth, 0.72), art }: BookCover): string {
  const matrix = 'matrix(.86 .3 -.62 .34 15.2 8)';
  const corner = (x: number, y: number): [number, number] => [15.2 + 0.86 * x - 0.62 * y, 8 + 0.3 * x + 0.34 * y];
  const [left, near, right] = [corner(0, 24), corner(18, 24), corner(18, 0)];
  const down = 3.3;
  const face = ([x1, y1]: [number, number], [x2, y2]: [number, number], from: number, to: number, fill: string) =>
    `<path d="M${x1} ${y1 + from}L${x2} ${y2 + from}V${y2 + to}L${x1} ${y1 + to}z" fill="${fill}"/>`;
  return [
    '<defs>',
    gradient('sheen', '0 0 1 1', [
      [0, '#ffffff', 0.28],
      [0.5, '#ffffff', 0.02],
      [1, '#1b1030', 0.12],
    ]),
    '<clipPath id="panel"><rect width="18" height="24"/></clipPath>',
    '</defs>',
    face(left, near, 0, down, shade(spine, 0.7)),
    face(near, right, 0, down, shade(spine, 0.55)),
    face(left, near, 0.5, down - 0.5, PAGES),
    face(near, right, 0.5, down - 0.5, PAGES_SHADE),
    `<path d="M${left[0]} ${left[1] + 1.6}L${near[0]} ${near[1] + 1.6}L${right[0]} ${right[1] + 1.6}" fill="none" stroke="#a99db8" stroke-width=".16"/>`,
    `<g transform="${matrix}"><g clip-path="url(#panel)"><rect width="18" height="24" fill="${cloth}"/>${art}</g>`,
    `<rect width="1.1" height="24" fill="${spine}"/><rect width="18" height="24" fill="url(#sheen)"/></g>`,
  ].join('');
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

function gradient(id: string, direction: string, stops: readonly Stop[]): string {
  const [x1, y1, x2, y2] = direction.split(' ');
  const drawn = stops.map(
    ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${drawn.join('')}</linearGradient>`;
}

function shade(hex: string, share: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  const channel = (shift: number) => Math.round(((value >> shift) & 255) * share);
  return `#${((channel(16) << 16) | (channel(8) << 8) | channel(0)).toString(16).padStart(6, '0')}`;
}
