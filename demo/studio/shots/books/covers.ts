import type { Artwork } from '../../shot.ts';

/** A cover's measures in centimetres; `s` is the width of the spine in its print, 4 mm less than the book is thick. */
export interface Format {
  readonly w: number;
  readonly h: number;
  readonly t: number;
}
export const NOVEL: Format = { w: 13, h: 20, t: 2.4 };
export const SLIM: Format = { w: 12, h: 18, t: 1.7 };
export const OCTAVO: Format = { w: 15, h: 22, t: 2.5 };
export const LARGE: Format = { w: 19, h: 25, t: 2.6 };
export const SQUARE: Format = { w: 17, h: 17, t: 1.4 };
export const PICTURE: Format = { w: 21, h: 25, t: 1.3 };

export interface Cover {
  readonly title: string;
  readonly author: string;
  readonly press: string;
  readonly paper: string;
  readonly ink: string;
  /** Drawn on the front; 50 units to a centimetre, the origin at the upper left. */
  readonly front: string;
  readonly spine?: string;
  readonly blurb?: string;
}

/** One printed sheet of back, spine and front, 50 units to a centimetre, drawn at double size. */
export function jacket({ w, h, t }: Format, cover: Cover): Artwork {
  const [width, height, spine] = [w * 50, h * 50, (t - 0.4) * 50];
  const total = 2 * width + spine;
  const size = Math.min(spine * 0.56, 38);
  return {
    width: Math.round(total * 2),
    height: height * 2,
    html: `<svg viewBox="0 0 ${total} ${height}" width="${total * 2}" height="${height * 2}" style="display:block;background:${cover.paper}" fill="${cover.ink}" font-family="Fraunces">
<g transform="translate(${width + spine} 0)"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${cover.front}</svg></g>
${cover.spine ? `<rect x="${width - 2}" width="${spine + 4}" height="${height}" fill="${cover.spine}"/>` : ''}
<g transform="translate(${width + spine / 2} 0) rotate(90)" fill="${cover.spine ? '#f0e6d2' : cover.ink}"><text x="50" y="${size * 0.34}" font-size="${size}" font-weight="600">${cover.title}</text><text x="${height - 40}" y="${size * 0.3}" text-anchor="end" font-size="${size * 0.62}">${cover.author.split(' ').at(-1)}</text></g>
<foreignObject x="60" y="90" width="${width - 120}" height="${height - 240}"><div xmlns="http://www.w3.org/1999/xhtml" style="font:400 25px/1.5 Fraunces;color:${cover.ink}">${cover.blurb ?? ''}</div></foreignObject>
<text x="60" y="${height - 60}" font-size="22">${cover.press}</text></svg>`,
  };
}

const lines = (
  words: readonly string[],
  { x = 0, y = 0, size = 80, gap = 1.06, anchor = 'start', style = '', fill = '' },
) =>
  words
    .map(
      (word, i) =>
        `<text x="${x}" y="${y + i * size * gap}" font-size="${size}" text-anchor="${anchor}"${fill && ` fill="${fill}"`} ${style}>${word}</text>`,
    )
    .join('');

const each = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('');
/** A repeatable scatter between 0 and 1. */
const scatter = (i: number, salt = 1) => {
  const v = Math.sin(i * 127.1 + salt * 311.7) * 43758.5453;
  return v - Math.floor(v);
};

const leaf = (x: number, y: number, turn: number, fill: string, length = 90) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C${length * 0.3} ${-length * 0.34} ${length * 0.8} ${-length * 0.3} ${length} 0C${length * 0.8} ${length * 0.3} ${length * 0.3} ${length * 0.34} 0 0Z" fill="${fill}"/>`;

const branch = (x: number, y: number, angle: number, length: number, depth: number): string => {
  const a = (angle * Math.PI) / 180;
  const [x2, y2] = [x + Math.cos(a) * length, y - Math.sin(a) * length];
  const own = `<path d="M${x} ${y}L${x2} ${y2}" stroke="#3b332d" stroke-width="${depth * depth * 0.9 + 1.4}" stroke-linecap="round"/>`;
  if (!depth) return own;
  const wander = scatter(x + y, depth) * 16;
  return `${own}${branch(x2, y2, angle + 18 + wander, length * 0.78, depth - 1)}${branch(x2, y2, angle - 22 - wander * 0.7, length * 0.74, depth - 1)}`;
};

const gear = (x: number, y: number, r: number, teeth: number, fill: string) =>
  `<g transform="translate(${x} ${y})">${each(teeth, (i) => `<rect x="${-r * 0.09}" y="${-r * 1.12}" width="${r * 0.18}" height="${r * 0.3}" rx="3" fill="${fill}" transform="rotate(${(i * 360) / teeth})"/>`)}<circle r="${r}" fill="${fill}"/><circle r="${r * 0.72}" fill="#22304a"/>${each(5, (i) => `<rect x="${-r * 0.05}" y="${-r * 0.76}" width="${r * 0.1}" height="${r * 0.76}" fill="${fill}" transform="rotate(${i * 72})"/>`)}<circle r="${r * 0.2}" fill="${fill}"/></g>`;

export const LIGHTHOUSE: Cover = {
  title: 'The Lighthouse Keepers',
  author: 'Ines Halvorsen',
  press: 'Harrow Press',
  paper: '#1f3348',
  ink: '#f0e6d2',
  blurb:
    'Three keepers, one winter and a lamp that must not go out. In the autumn of 1911 the relief boat leaves three men on Skarholmen with provisions for six weeks. It comes back after nineteen.',
  front: `<path d="M330 430L-40 250V420ZM330 430L700 250V420Z" fill="#2c4863"/><path d="M0 820C160 770 300 830 430 800S600 780 650 800V1000H0Z" fill="#2f5c77"/><path d="M0 890C200 850 380 910 650 865V1000H0Z" fill="#1b4159"/><path d="M286 830L304 470H356L374 830Z" fill="#f0e6d2"/><path d="M299 570H361L365 650H295ZM292 720H368L372 800H288Z" fill="#b8432f"/><rect x="300" y="408" width="60" height="62" fill="#f3c766"/><path d="M290 408L330 366L370 408Z" fill="#b8432f"/>${lines(['The', 'Lighthouse', 'Keepers'], { x: 325, y: 120, size: 84, anchor: 'middle' })}<text x="325" y="960" text-anchor="middle" font-size="34" letter-spacing="4">INES HALVORSEN</text>`,
};
export const ORCHARD: Cover = {
  title: 'The Winter Orchard',
  author: 'Maud Tierney',
  press: 'Harrow Press',
  paper: '#d5dcdd',
  ink: '#3b332d',
  spine: '#5f7074',
  blurb: 'A sister returns to prune forty neglected trees, and finds that somebody has been there before her.',
  front: `<path d="M0 830C200 790 420 850 650 810V1000H0Z" fill="#eef0ee"/>${branch(325, 860, 92, 150, 6)}${each(9, (i) => `<circle cx="${200 + scatter(i) * 260}" cy="${400 + scatter(i, 2) * 220}" r="13" fill="#b4432f"/>`)}${lines(['The Winter', 'Orchard'], { x: 325, y: 130, size: 86, anchor: 'middle' })}<text x="325" y="950" text-anchor="middle" font-size="36">Maud Tierney</text>`,
};
export const CAFE: Cover = {
  title: 'Le Café de la Gare',
  author: 'Hélène Aubry',
  press: 'Pale Fox Books',
  paper: '#efe4cd',
  ink: '#2b2a28',
  spine: '#b5412f',
  blurb: 'Inspector Thérèse Beaupré waits for a train that everybody remembers differently.',
  front: `<rect width="650" height="470" fill="#b5412f"/><circle cx="325" cy="470" r="210" fill="#efe4cd" stroke="#2b2a28" stroke-width="12"/>${each(12, (i) => `<rect x="319" y="${i % 3 ? 288 : 280}" width="12" height="${i % 3 ? 26 : 44}" fill="#2b2a28" transform="rotate(${i * 30} 325 470)"/>`)}<rect x="318" y="330" width="14" height="150" rx="7" transform="rotate(48 325 470)"/><rect x="316" y="370" width="18" height="110" rx="8" transform="rotate(-62 325 470)"/><circle cx="325" cy="470" r="18" fill="#b5412f"/>${lines(['Le Café', 'de la Gare'], { x: 325, y: 110, size: 80, anchor: 'middle', fill: '#efe4cd', style: 'font-style="italic"' })}<path d="M250 770H400C400 850 370 870 325 870S250 850 250 770ZM400 790C450 780 450 840 394 836" fill="none" stroke="#2b2a28" stroke-width="10"/><path d="M215 890H435" stroke="#2b2a28" stroke-width="10" stroke-linecap="round"/><text x="325" y="955" text-anchor="middle" font-size="34">Hélène Aubry</text>`,
};
export const CARTOGRAPHER: Cover = {
  title: 'The Cartographer’s Daughter',
  author: 'Beatriz Quental',
  press: 'Harrow Press',
  paper: '#dfe0cb',
  ink: '#24453f',
  spine: '#24453f',
  blurb: 'A girl who draws a valley that is not there, and the men who set out for it.',
  front: `${each(13, (i) => `<ellipse cx="${380 - i * 6}" cy="${640 + i * 5}" rx="${430 - i * 32}" ry="${300 - i * 22}" fill="none" stroke="#5f8a7a" stroke-width="${i % 4 ? 2.5 : 5}" transform="rotate(${-24 + i * 3} 380 640)"/>`)}<path d="M-10 860C140 800 160 700 280 690S430 560 680 540" fill="none" stroke="#b5603f" stroke-width="6" stroke-dasharray="4 16" stroke-linecap="round"/><circle cx="330" cy="680" r="14" fill="#b5603f"/><rect x="46" y="56" width="558" height="330" fill="#dfe0cb"/>${lines(['The Cartog-', 'rapher’s', 'Daughter'], { x: 56, y: 140, size: 96 })}<rect x="46" y="905" width="330" height="60" fill="#dfe0cb"/><text x="56" y="948" font-size="36">Beatriz Quental</text>`,
};
export const CLOCKMAKER: Cover = {
  title: 'The Clockmaker of Łódź',
  author: 'Agnieszka Żurawska',
  press: 'Quire House',
  paper: '#22304a',
  ink: '#e8d9b5',
  blurb: 'A city, a mill, a century: a family novel in twelve hours.',
  front: `${gear(210, 560, 190, 18, '#c39a55')}${gear(480, 380, 120, 12, '#a27a42')}${gear(500, 720, 150, 15, '#d8b877')}<rect width="650" height="245" fill="#22304a"/>${lines(['The Clockmaker', 'of Łódź'], { x: 325, y: 105, size: 76, anchor: 'middle' })}<rect y="890" width="650" height="110" fill="#22304a"/><text x="325" y="955" text-anchor="middle" font-size="36">Agnieszka Żurawska</text>`,
};
export const TRAIN: Cover = {
  title: 'Letters from the Night Train',
  author: 'Oskar Lindqvist-Adeyemi',
  press: 'Pale Fox Books',
  paper: '#1c2233',
  ink: '#f2e4c4',
  blurb: 'Two strangers share a berth number on alternate nights and begin to write.',
  front: `${each(40, (i) => `<circle cx="${scatter(i) * 650}" cy="${300 + scatter(i, 2) * 230}" r="${1 + scatter(i, 3) * 2.4}" fill="#d5d3dd"/>`)}<g transform="translate(-40 585) rotate(-4)"><rect width="800" height="190" rx="14" fill="#39445f"/><rect y="128" width="800" height="16" fill="#b5603f"/>${each(6, (i) => `<rect x="${46 + i * 128}" y="34" width="88" height="72" rx="8" fill="${i === 3 ? '#39445f' : '#f0c877'}"/>`)}</g><path d="M-10 830L660 786" stroke="#5a6480" stroke-width="8"/>${lines(['Letters', 'from the', 'Night Train'], { x: 52, y: 120, size: 82, style: 'font-style="italic"' })}<text x="52" y="950" font-size="33">Oskar Lindqvist-Adeyemi</text>`,
};
export const ETUDE: Cover = {
  title: 'Étude in Green',
  author: 'Éloïse Marchetti-Durand',
  press: 'Quire House',
  paper: '#e9e6d6',
  ink: '#27402f',
  spine: '#4f7a58',
  blurb: 'A piano tuner, a botanist and a house where nothing is ever quite in tune.',
  front: `${each(7, (i) => `<rect x="${30 + i * 85}" y="560" width="80" height="460" fill="#fbf9f0" stroke="#27402f" stroke-width="3"/>`)}${[0, 1, 3, 4, 5].map((i) => `<rect x="${88 + i * 85}" y="560" width="48" height="270" fill="#27402f"/>`).join('')}<path d="M325 700C300 560 360 440 320 300" fill="none" stroke="#4f7a58" stroke-width="9"/>${each(9, (i) => leaf(322 + Math.sin(i) * 14, 660 - i * 40, i % 2 ? -28 : -152, i % 3 ? '#5f8d62' : '#86a873', 120))}${lines(['Étude', 'in Green'], { x: 44, y: 110, size: 92 })}<text x="44" y="262" font-size="30">Éloïse Marchetti-Durand</text>`,
};
export const BIRDS: Cover = {
  title: 'A Field Guide to Ordinary Birds',
  author: 'Rowena Blythe',
  press: 'Saltmarsh Editions',
  paper: '#e7dfcb',
  ink: '#3a3326',
  spine: '#7f8f6c',
  blurb: 'Sixty-two birds you have already seen, and what they were doing.',
  front: `<path d="M-10 820C200 780 420 840 660 770" fill="none" stroke="#6b543a" stroke-width="16"/>${leaf(470, 800, -40, '#7f8f6c')}${leaf(120, 808, -140, '#7f8f6c')}${leaf(560, 792, 30, '#98a585')}<g transform="translate(330 620)"><path d="M-180 130L-300 200L-270 130Z" fill="#6b5a49"/><path d="M-210 130C-190 0 -40 -40 40 -60C60 -150 190 -150 200 -60C205 60 120 160 -40 165C-120 168 -190 160 -210 130Z" fill="#9a8468"/><path d="M40 -60C60 20 120 90 60 150C-20 170 -60 168 -100 160C-20 120 20 60 40 -60Z" fill="#d98b5a"/><path d="M-200 130C-150 40 -60 20 10 50C-10 120 -100 150 -200 130Z" fill="#6b5a49"/><path d="M196 -80L250 -62L198 -48Z" fill="#3a3326"/><circle cx="146" cy="-82" r="12" fill="#211c14"/><path d="M-10 165V212M40 160V206" stroke="#3a3326" stroke-width="7"/></g>${lines(['A Field Guide', 'to Ordinary', 'Birds'], { x: 50, y: 120, size: 84 })}<text x="50" y="950" font-size="34">Rowena Blythe</text>`,
};
export const TIDES: Cover = {
  title: 'Ten Thousand Tides',
  author: 'Mairi Fraser',
  press: 'Saltmarsh Editions',
  paper: '#e3e6df',
  ink: '#1f3f52',
  spine: '#1f4a61',
  blurb: 'What the sea does twice a day, and everything that has arranged itself around it.',
  front: `${each(16, (i) => `<path d="M-20 ${420 + i * 40}C120 ${380 + i * 40 - scatter(i) * 30} 240 ${470 + i * 40} 390 ${420 + i * 40}S620 ${390 + i * 40} 800 ${430 + i * 40}V1200H-20Z" fill="${['#b5c9c9', '#93b1b6', '#6f97a3', '#4c7c8d', '#2f6077', '#1f4a61'][Math.min(Math.floor(i / 2.5), 5)]}"/>`)}<circle cx="560" cy="300" r="62" fill="#d98b5a"/>${lines(['Ten', 'Thousand', 'Tides'], { x: 50, y: 120, size: 94 })}<text x="50" y="1050" font-size="34" fill="#e3e6df">Mairi Fraser</text>`,
};
export const CONCRETE: Cover = {
  title: 'Concrete &amp; Cloud',
  author: 'Farid Haddadin',
  press: 'Quire House',
  paper: '#c9c7c1',
  ink: '#26272a',
  spine: '#55565a',
  blurb: 'Bus stations, car parks, stairwells: the buildings nobody photographs, photographed.',
  front: `<rect width="950" height="1250" fill="#bcd0d8"/><g fill="#f4f3ee" transform="translate(30 -64)"><circle cx="640" cy="330" r="90"/><circle cx="740" cy="310" r="120"/><circle cx="850" cy="350" r="80"/><rect x="600" y="340" width="330" height="90" rx="45"/></g><path d="M0 1250V620L330 520V1250Z" fill="#a3a09a"/><path d="M330 520L560 600V1250H330Z" fill="#7d7b77"/>${each(7, (r) => each(4, (c) => `<path d="M${36 + c * 74} ${676 + r * 78 - c * 22}l46 -14v40l-46 14Z" fill="#55565a"/>`))}<path d="M560 1250V800H950V1250Z" fill="#8f8d88"/>${each(6, (i) => `<rect x="560" y="${850 + i * 66}" width="390" height="20" fill="#6a6966"/>`)}${lines(['Concrete', '&amp; Cloud'], { x: 60, y: 170, size: 150, style: 'font-weight="600"' })}<text x="60" y="400" font-size="38">Architecture of the Ordinary City</text><text x="60" y="1200" font-size="40" fill="#f4f3ee">Farid Haddadin</text>`,
};
export const NUMBERS: Cover = {
  title: 'Numbers for Poets',
  author: 'Wanjiru Otieno',
  press: 'Quire House',
  paper: '#e0b23f',
  ink: '#26231e',
  blurb: 'Mathematics for people who were told they were not good at it.',
  front: `<text x="310" y="830" text-anchor="middle" font-size="760" font-weight="500" font-style="italic" fill="#26231e">7</text><circle cx="120" cy="640" r="52" fill="#b5412f"/><circle cx="520" cy="420" r="26" fill="#f4ecd8"/>${lines(['Numbers', 'for Poets'], { x: 46, y: 110, size: 84 })}<text x="46" y="950" font-size="34">Wanjiru Otieno</text>`,
};
export const LOST: Cover = {
  title: 'A Short History of Getting Lost',
  author: 'Caspian Roe',
  press: 'Harrow Press',
  paper: '#b85f43',
  ink: '#f4e6cf',
  blurb: 'Essays on wrong turnings, from the Vikings to the supermarket.',
  front: `<path d="M80 860V560H210V700H330V430H150V360H470V520H400V620H520V790H260V860H560" fill="none" stroke="#f4e6cf" stroke-width="9" stroke-dasharray="2 20" stroke-linecap="round"/><circle cx="80" cy="860" r="15"/><path d="M548 848l24 24m0 -24l-24 24" stroke="#f4e6cf" stroke-width="8"/>${lines(['A Short', 'History of', 'Getting Lost'], { x: 44, y: 100, size: 74 })}`,
};
export const DEEP: Cover = {
  title: 'Deep Field',
  author: 'Yusuf Demir',
  press: 'Saltmarsh Editions',
  paper: '#121a2b',
  ink: '#e9e4d6',
  blurb: 'From dusk to dawn in twelve chapters and twelve fold-out charts.',
  front: `<g transform="rotate(-32 375 600)">${each(170, (i) => `<circle cx="${375 + (scatter(i) - 0.5) * 980}" cy="${600 + (scatter(i, 2) + scatter(i, 4) + scatter(i, 5) - 1.5) * 300}" r="${0.8 + scatter(i, 3) ** 3 * 5}" fill="${['#e9e4d6', '#cdd8ea', '#f0cf9a'][i % 3]}"/>`)}</g><circle cx="375" cy="620" r="240" fill="none" stroke="#e9e4d6" stroke-width="2.5"/><circle cx="375" cy="620" r="300" fill="none" stroke="#e9e4d6" stroke-width="1.5" stroke-dasharray="3 10"/>${lines(['Deep Field'], { x: 375, y: 180, size: 112, anchor: 'middle' })}<text x="375" y="246" text-anchor="middle" font-size="36" font-style="italic">A Night with the Sky</text><text x="375" y="1040" text-anchor="middle" font-size="36">Yusuf Demir</text>`,
};
export const SALT: Cover = {
  title: 'Salt Roads',
  author: 'Aïcha ag Mohamed',
  press: 'Harrow Press',
  paper: '#e6c99a',
  ink: '#4a2a1c',
  blurb: 'Across the desert with the last caravan, and back with the first lorry.',
  front: `<circle cx="430" cy="420" r="120" fill="#d9683f"/><path d="M0 620C200 520 330 610 450 560S600 540 650 560V1000H0Z" fill="#cf9a5f"/><path d="M0 760C160 640 380 700 650 650V1000H0Z" fill="#b5783f"/><path d="M0 900C240 780 430 860 650 800V1000H0Z" fill="#8a5230"/>${each(7, (i) => `<g transform="translate(${120 + i * 62} ${692 - i * 5}) scale(.5)"><path d="M0 0V-34C10 -60 30 -60 36 -38C44 -62 64 -60 70 -34L92 -66L104 -60L84 -14L72 0V34H64V0H10V34H2Z" fill="#4a2a1c"/></g>`)}${lines(['Salt', 'Roads'], { x: 46, y: 150, size: 138 })}<text x="46" y="955" font-size="35" fill="#f4e2c2">Aïcha ag Mohamed</text>`,
};
export const KYUSHU: Cover = {
  title: 'Moon over Kyūshū',
  author: 'Naoko Arimura',
  press: 'Pale Fox Books',
  paper: '#3d4a5c',
  ink: '#f0e9db',
  blurb: 'A slow walk between hot springs, with recipes for rain.',
  front: `<circle cx="325" cy="440" r="190" fill="#f0e6cf"/><path d="M0 800L190 560L270 640L400 500L650 790V1000H0Z" fill="#27313f"/>${each(3, (i) => `<path d="M${250 + i * 70} 820C${220 + i * 70} 770 ${290 + i * 70} 740 ${256 + i * 70} 680" fill="none" stroke="#f0e9db" stroke-width="9" stroke-linecap="round" opacity=".8"/>`)}<ellipse cx="325" cy="850" rx="180" ry="30" fill="#6f8ca0"/>${lines(['Moon', 'over Kyūshū'], { x: 325, y: 110, size: 76, anchor: 'middle' })}<text x="325" y="955" text-anchor="middle" font-size="34">Naoko Arimura</text>`,
};
export const BREAD: Cover = {
  title: 'Bread, Slowly',
  author: 'Ottilie Brandt',
  press: 'Quire House',
  paper: '#efe6d6',
  ink: '#4a2f1c',
  spine: '#8a5431',
  blurb: 'Eleven loaves, each taught twice: once with pictures, once with reasons.',
  front: `<g transform="translate(475 760)"><ellipse rx="330" ry="260" cy="20" fill="#8a5431"/><ellipse rx="320" ry="250" fill="#b5763f"/><ellipse rx="270" ry="200" cy="-14" fill="#c98d52"/>${each(4, (i) => `<path d="M${-160 + i * 115} ${-150 + Math.abs(i - 1.5) * 34}C${-130 + i * 115} -40 ${-140 + i * 115} 50 ${-185 + i * 115} ${140 - Math.abs(i - 1.5) * 30}" fill="none" stroke="#f0dfc0" stroke-width="17" stroke-linecap="round"/>`)}</g>${lines(['Bread,', 'Slowly'], { x: 475, y: 210, size: 170, anchor: 'middle' })}<text x="475" y="1170" text-anchor="middle" font-size="46">Ottilie Brandt</text>`,
};
export const GARDEN: Cover = {
  title: 'The Small Garden Year',
  author: 'Femi Adebayo',
  press: 'Saltmarsh Editions',
  paper: '#45614d',
  ink: '#f1ead6',
  blurb: 'One job a week for balconies, yards and beds no longer than a bath.',
  front: `${each(12, (i) => {
    const [x, y] = [130 + (i % 3) * 245, 470 + Math.floor(i / 3) * 150];
    return `<g><circle cx="${x}" cy="${y}" r="58" fill="${['#5c7a5c', '#7f9a6c', '#b5a55f', '#c98a4a'][Math.floor(i / 3)]}"/>${each((i % 4) + 1, (k) => leaf(x, y + 34, -90 + (k - (i % 4) / 2) * 34, '#f1ead6', 76))}</g>`;
  })}${lines(['The Small', 'Garden Year'], { x: 375, y: 150, size: 100, anchor: 'middle' })}<text x="375" y="350" text-anchor="middle" font-size="38">Femi Adebayo</text>`,
};
export const MEND: Cover = {
  title: 'How to Mend Almost Anything',
  author: 'Greta and Emil Sorensen',
  press: 'Quire House',
  paper: '#c9d0cc',
  ink: '#2d3438',
  spine: '#5c706c',
  blurb: 'Socks, chairs, zips, plugs, cups and tempers.',
  front: `<path d="M-10 620L180 600L240 650L400 590L520 640L760 600V1120H-10Z" fill="#8fa39f"/>${each(11, (i) => `<path d="M${30 + i * 68} ${575 + scatter(i) * 24}l16 96" stroke="#b5412f" stroke-width="11" stroke-linecap="round"/>`)}<circle cx="560" cy="860" r="92" fill="#d98b5a"/><circle cx="560" cy="860" r="66" fill="none" stroke="#b56a3f" stroke-width="6"/>${each(4, (i) => `<circle cx="${560 + (i % 2 ? 20 : -20)}" cy="${860 + (i > 1 ? 20 : -20)}" r="9" fill="#5c3320"/>`)}${lines(['How to Mend', 'Almost', 'Anything'], { x: 50, y: 140, size: 110 })}<text x="50" y="1050" font-size="36">Greta and Emil Sorensen</text>`,
};
export const KITCHEN: Cover = {
  title: 'The Long-Distance Kitchen',
  author: 'Zoë van der Merwe-Okafor',
  press: 'Pale Fox Books',
  paper: '#26413f',
  ink: '#f0e2c6',
  blurb: 'A hundred and eight dishes for feeding people who have come a long way.',
  front: `<rect x="50" y="50" width="850" height="1150" fill="none" stroke="#f0e2c6" stroke-width="5"/>${lines(['The Long-', 'Distance', 'Kitchen'], { x: 475, y: 230, size: 150, anchor: 'middle' })}<g fill="none" stroke="#d98b5a" stroke-width="11" stroke-linecap="round"><path d="M270 800H680C680 960 600 1000 475 1000S270 960 270 800Z"/><path d="M230 800H720M400 730C370 690 430 660 400 610M475 730C445 690 505 660 475 610M550 730C520 690 580 660 550 610"/></g><foreignObject x="150" y="1030" width="650" height="160"><div xmlns="http://www.w3.org/1999/xhtml" style="font:italic 27px/1.35 Fraunces;color:#f0e2c6;text-align:center">Recipes from railway dining cars, harbour cafés and other people’s grandmothers<br/><span style="font-style:normal;font-size:32px">Zoë van der Merwe-Okafor</span></div></foreignObject>`,
};
export const CHESS: Cover = {
  title: 'Chess for Slow Evenings',
  author: 'Ilya Brodetsky',
  press: 'Pale Fox Books',
  paper: '#efe3cb',
  ink: '#2c2722',
  spine: '#8a3f35',
  blurb: 'Forty positions, one a night, with the conversation that goes with them.',
  front: `<g transform="translate(65 430)">${each(16, (i) => `<rect x="${(i % 4) * 130}" y="${Math.floor(i / 4) * 130}" width="130" height="130" fill="${(i + Math.floor(i / 4)) % 2 ? '#8a3f35' : '#dcc9a6'}"/>`)}</g><path d="M250 860H400L372 800C350 740 344 700 366 664H284C306 700 300 740 278 800ZM264 664H386V640H264Z" fill="#2c2722"/><circle cx="325" cy="590" r="60" fill="#2c2722"/>${lines(['Chess for', 'Slow Evenings'], { x: 325, y: 130, size: 82, anchor: 'middle' })}<text x="325" y="320" text-anchor="middle" font-size="36">Ilya Brodetsky</text>`,
};
export const OCTOPUS: Cover = {
  title: 'The Octopus Who Kept a Diary',
  author: 'Tilda Moreau',
  press: 'Pale Fox Books',
  paper: '#bfd6d3',
  ink: '#274248',
  spine: '#c96f50',
  blurb: 'Eight arms, one pencil, no privacy. For ages five to eight.',
  front: `<g fill="none" stroke="#d97f5f" stroke-width="62" stroke-linecap="round"><path d="M420 840C300 900 220 860 190 960S250 1090 330 1050"/><path d="M450 880C400 980 380 1040 430 1110"/><path d="M600 880C650 980 690 1020 640 1110"/><path d="M640 840C760 900 830 840 860 940S800 1080 730 1040"/><path d="M400 790C280 800 180 760 150 660"/><path d="M650 790C760 790 850 740 860 620"/></g><path d="M525 480C720 480 760 640 720 780C690 900 360 900 330 780C290 640 330 480 525 480Z" fill="#d97f5f"/><circle cx="455" cy="680" r="46" fill="#fff"/><circle cx="595" cy="680" r="46" fill="#fff"/><circle cx="466" cy="690" r="22" fill="#274248"/><circle cx="584" cy="690" r="22" fill="#274248"/><path d="M480 780C510 806 545 806 572 780" fill="none" stroke="#274248" stroke-width="10" stroke-linecap="round"/><g transform="translate(860 600) rotate(-35)"><rect x="-16" y="-190" width="32" height="200" fill="#e0b23f"/><path d="M-16 10L0 52L16 10Z" fill="#efe0c0"/></g>${lines(['The Octopus Who', 'Kept a Diary'], { x: 525, y: 170, size: 106, anchor: 'middle', style: 'font-weight="600"' })}<text x="525" y="360" text-anchor="middle" font-size="42">Tilda Moreau</text>`,
};
export const FOX: Cover = {
  title: 'Goodnight, Small Fox',
  author: 'Aoife Ní Bhriain',
  press: 'Pale Fox Books',
  paper: '#33405c',
  ink: '#f4e8cf',
  blurb: 'Twenty-two pages that get shorter, for the end of the day.',
  front: `${each(26, (i) => `<circle cx="${scatter(i) * 850}" cy="${scatter(i, 2) * 380}" r="${1.5 + scatter(i, 3) * 3}" fill="#f4e8cf"/>`)}<circle cx="690" cy="170" r="70" fill="#f0dca6"/><path d="M0 690C250 620 560 720 850 650V850H0Z" fill="#26304a"/><g transform="translate(425 610)"><path d="M-250 60C-260 -90 -60 -150 80 -120C250 -90 270 60 180 110C60 170 -230 160 -250 60Z" fill="#c96a3f"/><path d="M190 100C120 170 -60 170 -130 120C-40 150 40 120 70 70C110 40 190 50 190 100Z" fill="#e08a55"/><path d="M-130 122C-180 112 -190 80 -160 66C-110 60 -90 100 -130 122Z" fill="#f4e8cf"/><path d="M-250 40C-240 -40 -180 -80 -110 -60L-70 -110L-40 -40C10 0 -20 70 -100 84C-170 100 -240 90 -250 40Z" fill="#d97a48"/><path d="M-232 -4L-226 -112L-146 -58ZM-124 -52L-74 -122L-48 -26Z" fill="#a9532f"/><path d="M-230 60C-200 96 -130 90 -90 60C-130 110 -210 120 -230 60Z" fill="#f4e8cf"/><path d="M-190 26C-176 38 -160 38 -148 26M-110 12C-98 24 -82 22 -72 10" fill="none" stroke="#33201a" stroke-width="7" stroke-linecap="round"/><circle cx="-236" cy="62" r="12" fill="#33201a"/></g>${lines(['Goodnight,', 'Small Fox'], { x: 60, y: 150, size: 110, style: 'font-weight="600"' })}<text x="60" y="800" font-size="36">Aoife Ní Bhriain</text>`,
};
export const LEMON: Cover = {
  title: 'The Lemon Garden',
  author: 'Layla al-Khatib',
  press: 'Saltmarsh Editions',
  paper: '#efe7d2',
  ink: '#2f4a3a',
  spine: '#5f8a63',
  blurb: 'Poems in Arabic and English on facing pages.',
  front: `${[
    [140, 430],
    [480, 400],
    [310, 560],
    [520, 690],
    [150, 720],
  ]
    .map(
      ([x = 0, y = 0], i) =>
        `${leaf(x - 20, y - 50, -150 + i * 24, '#5f8a63', 130)}${leaf(x + 10, y - 50, -40 + i * 18, '#476f52', 120)}<g transform="translate(${x} ${y}) rotate(${-30 + i * 26})"><ellipse rx="84" ry="64" fill="#e6bf45"/><path d="M76 -20L108 0L76 20Z" fill="#e6bf45"/><ellipse rx="40" ry="18" cx="-16" cy="-24" fill="#f0d473"/></g>`,
    )
    .join(
      '',
    )}<text x="325" y="150" text-anchor="middle" direction="rtl" font-family="DejaVu Sans" font-size="92">حديقة الليمون</text><text x="325" y="240" text-anchor="middle" font-size="62">The Lemon Garden</text><text x="325" y="895" text-anchor="middle" direction="rtl" font-family="DejaVu Sans" font-size="40">ليلى الخطيب</text><text x="325" y="950" text-anchor="middle" font-size="32">Layla al-Khatib</text>`,
};

/** Boards of the two printed notebooks: only a front. */
export const board = (w: number, h: number, body: string, paper: string): Artwork => ({
  width: w * 100,
  height: h * 100,
  html: `<svg viewBox="0 0 ${w * 50} ${h * 50}" width="${w * 100}" height="${h * 100}" style="display:block;background:${paper}" font-family="Fraunces">${body}</svg>`,
});
export const LEDGER_BOARD = board(
  15,
  21,
  `<rect x="120" y="170" width="510" height="250" fill="#f6efdc"/><text x="375" y="270" text-anchor="middle" font-size="66" font-weight="600" fill="#26231e">Project Ledger</text><path d="M170 310H580M170 350H580M170 390H580" stroke="#8a8270" stroke-width="2.5"/><text x="375" y="960" text-anchor="middle" font-size="34" fill="#26231e">Quire House</text>`,
  '#dfb247',
);
const SHREDS = ['#c96a4f', '#4f7a86', '#dfb247', '#7f8f6c', '#e8d9c0', '#6b5a72', '#d99a8c', '#2f4a52'];
export const CONFETTI: Cover = {
  title: 'Sketchbook',
  author: 'Quire House',
  press: 'Quire House',
  paper: '#e9e3d5',
  ink: '#26231e',
  spine: '#2f4a52',
  front: `${each(150, (i) => `<rect x="${scatter(i) * 950 - 40}" y="${scatter(i, 2) * 1250 - 40}" width="${20 + scatter(i, 3) * 90}" height="${10 + scatter(i, 4) * 34}" fill="${SHREDS[i % 8]}" transform="rotate(${scatter(i, 5) * 180} ${scatter(i) * 950} ${scatter(i, 2) * 1250})"/>`)}<rect x="290" y="520" width="370" height="150" fill="#f6f1e4"/><text x="475" y="612" text-anchor="middle" font-size="62">Sketchbook</text>`,
};
