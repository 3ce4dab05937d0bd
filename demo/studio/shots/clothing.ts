import type { Artwork, Shot } from '../shot.ts';
import { cam, flat, item, nearer, type Params, product, together } from './compose.ts';

const woven = (brand: string): Artwork => ({
  width: 920,
  height: 460,
  html: `<div style="width:100%;height:100%;background:#e9e3d5;color:#2a2622;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces"><div style="font-size:170px;font-weight:600;letter-spacing:-4px">${brand}</div></div>`,
});
const PATCH: Artwork = {
  width: 700,
  height: 460,
  html: `<div style="width:100%;height:100%;background:#9a6a42;color:#3d2412;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces;box-shadow:inset 0 0 0 16px #9a6a42,inset 0 0 0 21px #6d4526"><div style="font-size:120px;font-weight:700">Norrland</div><div style="font-size:52px;font-style:italic">five pockets, straight</div></div>`,
};
/** Upside down, as the band round the socks mirrors its sheet. */
const BELLY: Artwork = {
  width: 700,
  height: 2400,
  html: `<div style="width:100%;height:100%;transform:scaleY(-1);background:#efe8d9;color:#2a2622;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces;text-align:center"><div style="font-size:120px;font-weight:600">Norrland</div><div style="border-top:6px solid;width:380px;margin:40px 0"></div><div style="font-size:64px;font-style:italic;line-height:1.2">Fisherman socks<br>two pairs</div></div>`,
};
export const sweater = { kind: 'sweater', color: '#8d6a4c' };
const tee = { kind: 'tee', color: '#e7e2d6' };
const merino = { kind: 'merino', color: '#c7b9a2' };
const sweatshirt = { kind: 'sweatshirt', color: '#b9b6b0' };
const chinos = { kind: 'chinos', color: '#b49a72' };
const jeans = { kind: 'jeans', color: '#2c3a52' };
const socks = { kind: 'socks', colors: ['#6a6f70', '#c9bda6'] };
const scarf = { kind: 'scarf', color: '#7b3b34', edge: '#7b3b34' };
const PRINT: Artwork = {
  width: 1000,
  height: 1000,
  html: `<div style="width:100%;height:100%;background:#fff;color:#000;display:flex;flex-direction:column;align-items:center;justify-content:center;font-family:Fraunces;text-align:center"><svg width="520" height="430" viewBox="0 0 260 215" fill="none" stroke="#000" stroke-width="9" stroke-linecap="round"><path d="M130 205V70"/><path d="M130 120C95 118 70 95 66 58 100 60 126 82 130 120ZM130 95C165 92 190 68 194 30 160 34 134 56 130 95ZM130 165C100 166 76 150 66 122 98 120 122 136 130 165ZM130 150C160 150 186 134 196 106 164 104 138 120 130 150Z"/></svg><div style="font-size:150px;font-weight:600;letter-spacing:-4px;line-height:1.2">Norrland</div><div style="font-size:58px;font-style:italic">for whatever comes home</div></div>`,
};
const tote = { kind: 'tote', color: '#dfd5bf' };
const suitcase = { kind: 'suitcase', color: '#5b6b66' };
const wash = { kind: 'wash', color: '#6b3f26' };
export const belt = { kind: 'belt', color: '#6a3b20' };
const cards = { kind: 'cards', color: '#33503f' };
const ring = { kind: 'ring', buckle: '#d9b36a' };
const shades = { color: '#4a2b18', second: '#150d09', lens: '#1d231e', size: 2.2 };
const square = { color: '#1f2a2e', lens: '#241c16', shape: 'square', size: 2.2 };
const plainRing = { kind: 'ring', stone: null, buckle: '#c9c6c0' };
const readers = { color: '#8a5a2e', second: '#3a2213', clear: true, shape: 'square', size: 2.2 };
const slide = { kind: 'slide', color: '#5a3a26' };
const flip = { kind: 'flip', color: '#2f4a5a', strap: '#e4dccb' };
const backpack = { color: '#5d6b5f', trim: '#2a2725', hide: '#8a5634' };
const bucket = { kind: 'bucket', color: '#8d8a6c' };
const straw = { kind: 'straw', color: '#d9bf8e', ribbon: '#2b2f38' };
export const beanie = { kind: 'beanie', color: '#3e5a5f' };
const cap = { kind: 'cap', color: '#465a74' };
const runner = { color: '#274a7c', accent: '#dcd8cd' };

const closeUp = (
  slug: string,
  family: string,
  params: Params,
  setup: ReturnType<typeof cam>,
  rest: Partial<Shot> = {},
): Shot => ({ key: `${slug}-3`, family, params, setup: nearer(setup), ...rest });

export const label = { art: { label: woven('Norrland') } };
const belly = { art: { band: BELLY } };
const patch = { art: { label: PATCH } };
const print = { art: { print_: PRINT } };
/** In a picture of several things, which brings the sheets of all. */
export const labelled = (thing: Params): Params => ({ ...thing, label: '@label' });
export const garment = (name: Params, at: readonly number[], yaw = 0) => item('garments', labelled(name), at, yaw);

const folded: readonly Shot[] = [
  ...product('fisher-lambswool-sweater', 'garments', sweater, label, [{ color: '#56636e' }, { color: '#efe8da' }]),
  together(
    'fisher-lambswool-sweater-2',
    [garment({ ...sweater, color: '#56636e' }, [0, 0, 0], 18), garment(sweater, [0.6, 0.4, 3.9], 22)],
    { elev: 24 },
    label,
  ),
  closeUp('fisher-lambswool-sweater', 'garments', sweater, flat(34, 4.8, [-0.1, 0.15, 0.2]), label),
  ...product('everyday-heavy-cotton-tee', 'garments', tee, label, [
    { color: '#6d7f6c' },
    { color: '#2f3238' },
    { color: '#b98468' },
  ]),
  together(
    'everyday-heavy-cotton-tee-2',
    [
      garment({ ...tee, color: '#2f3238' }, [0, 0, 0], 18),
      garment({ ...tee, color: '#6d7f6c' }, [0.4, -0.3, 2.35], 21),
      garment(tee, [-0.3, 0.3, 4.7], 19),
    ],
    { elev: 24 },
    label,
  ),
  closeUp('everyday-heavy-cotton-tee', 'garments', tee, flat(36, 4.8, [-0.1, 0.15, 0.1]), label),
  ...product('five-pocket-straight-jeans', 'garments', jeans, patch, [{ color: '#22242a' }, { color: '#7f97ae' }]),
  together(
    'five-pocket-straight-jeans-2',
    [garment(jeans, [-6, 0, 0], 18), item('leather', belt, [22, -8, 0], 10)],
    { elev: 30, size: 2.3 },
    patch,
  ),
  closeUp('five-pocket-straight-jeans', 'garments', jeans, flat(40, 4.6, [0.1, -0.1, 0.15]), patch),
  ...product('fisherman-ribbed-socks', 'garments', socks, belly, [
    { colors: ['#3c4a5c', '#8b5a43'] },
    { colors: ['#55604f', '#d6cbb5'] },
  ]),
  together(
    'fisherman-ribbed-socks-2',
    [
      item('garments', { ...socks, band: '@band' }, [-4, -5, 0], 50),
      item('garments', { ...socks, colors: ['#3c4a5c', '#8b5a43'], band: '@band' }, [6, 10, 0], 44),
    ],
    { elev: 24, size: 2.1 },
    belly,
  ),
  closeUp('fisherman-ribbed-socks', 'garments', socks, cam(26, 4.6, [-0.35, -0.3, 0.3]), belly),
  ...product('long-lambswool-scarf', 'garments', scarf, {}, [
    { color: '#4c5a60', edge: '#4c5a60' },
    { color: '#b99a6a', edge: '#b99a6a' },
  ]),
  together(
    'long-lambswool-scarf-2',
    [item('garments', scarf, [-9, 3, 0], 26), item('hat', labelled(beanie), [21, -8, 0], 10)],
    { elev: 32, size: 2.2 },
    label,
  ),
  closeUp('long-lambswool-scarf', 'garments', scarf, cam(24, 4.6, [0.15, -0.5, 0.25])),
  ...product('plain-merino-sweater', 'garments', merino, label, [{ color: '#3a3f48' }, { color: '#8c4a43' }]),
  together(
    'plain-merino-sweater-2',
    [garment({ ...merino, color: '#3a3f48' }, [0, 0, 0], 18), garment(merino, [0.5, 0.4, 3.1], 22)],
    { elev: 24 },
    label,
  ),
  closeUp('plain-merino-sweater', 'garments', merino, flat(34, 4.8, [-0.1, 0.15, 0.2]), label),
  ...product('loopback-sweatshirt', 'garments', sweatshirt, label, [{ color: '#6f8090' }, { color: '#5d6650' }]),
  together(
    'loopback-sweatshirt-2',
    [garment({ ...sweatshirt, color: '#6f8090' }, [0, 0, 0], 18), garment(sweatshirt, [0.5, 0.4, 4.3], 22)],
    { elev: 24 },
    label,
  ),
  closeUp('loopback-sweatshirt', 'garments', sweatshirt, flat(34, 4.8, [-0.1, 0.1, 0.2]), label),
  ...product('weekend-chinos', 'garments', chinos, {}, [{ color: '#5a6150' }, { color: '#2f3a4b' }]),
  together('weekend-chinos-2', [item('garments', chinos, [-6, 0, 0], 18), item('leather', belt, [22, -8, 0], 10)], {
    elev: 30,
    size: 2.3,
  }),
  closeUp('weekend-chinos', 'garments', chinos, flat(40, 4.6, [0.1, 0.1, 0.15])),
];

const hats: readonly Shot[] = [
  ...product('twill-bucket-hat', 'hat', bucket, {}, [{ color: '#2c3542' }, { color: '#d9cdb2' }]),
  together(
    'twill-bucket-hat-2',
    [item('hat', { ...bucket, color: '#2c3542' }, [-15, 6, 0], 40), item('hat', bucket, [13, -5, 0], -20)],
    { elev: 16, size: 2.2 },
  ),
  closeUp('twill-bucket-hat', 'hat', bucket, cam(20, 4.6, [-0.1, -0.4, 0.45])),
  ...product('ribbon-straw-sun-hat', 'hat', straw, {}, [{ ribbon: '#8c3b2e' }]),
  { key: 'ribbon-straw-sun-hat-2', family: 'hat', params: { ...straw, yaw: 60 }, setup: { cam: { elev: 38 } } },
  closeUp('ribbon-straw-sun-hat', 'hat', straw, cam(24, 4.6, [-0.2, -0.4, 0.3])),
  ...product('watch-cap-beanie', 'hat', beanie, label, [
    { color: '#b0713f' },
    { color: '#77787a' },
    { color: '#e0d6c2' },
  ]),
  together(
    'watch-cap-beanie-2',
    [
      item('hat', labelled({ ...beanie, color: '#b0713f' }), [-13, 5, 0], -8),
      item('hat', labelled(beanie), [13, -4, 0], 16),
    ],
    { elev: 46, size: 2.2 },
    label,
  ),
  closeUp('watch-cap-beanie', 'hat', beanie, cam(50, 4.6, [0, -0.1, 0.25]), label),
  ...product('six-panel-cotton-cap', 'hat', cap, {}, [{ color: '#c9b48c' }, { color: '#4d5a45' }]),
  { key: 'six-panel-cotton-cap-2', family: 'hat', params: { ...cap, yaw: 52 }, setup: { cam: { elev: 26 } } },
  closeUp('six-panel-cotton-cap', 'hat', cap, flat(18, 4.6, [-0.1, -0.62, 0.48])),
];

const bags: readonly Shot[] = [
  ...product('daytrip-backpack-18-l', 'backpack', backpack, {}, [
    { color: '#3b4658' },
    { color: '#b09a70', trim: '#4a3628' },
  ]),
  together(
    'daytrip-backpack-18-l-2',
    [item('backpack', backpack, [-7, 4, 0], -20), item('flask', { kind: 'bottle', color: '#d9d3c6' }, [17, -9, 0], 12)],
    { elev: 10, size: 2.2 },
  ),
  closeUp('daytrip-backpack-18-l', 'backpack', backpack, cam(10, 4.8, [-0.05, -0.4, 0.75])),
  ...product('market-canvas-tote', 'bag', tote, print, [{ color: '#3f4a44', dye: '#e7e0cf' }]),
  together(
    'market-canvas-tote-2',
    [item('bag', { ...tote, print_: '@print' }, [-6, 4, 0], -16), item('hat', straw, [33, -12, 0], 10)],
    { elev: 13, size: 2.5 },
    { art: { print: PRINT } },
  ),
  closeUp('market-canvas-tote', 'bag', tote, flat(10, 4.4, [0, -0.2, 0.72]), { ...print, spp: 100 }),
  ...product('cabin-38-hard-shell-suitcase', 'bag', suitcase, {}, [{ color: '#c8bda6' }, { color: '#2f343c' }]),
  { key: 'cabin-38-hard-shell-suitcase-2', family: 'bag', params: { ...suitcase, yaw: 38 } },
  closeUp('cabin-38-hard-shell-suitcase', 'bag', suitcase, cam(16, 4.8, [0.15, -0.3, 1.25])),
  ...product('weekend-wash-bag', 'bag', wash, {}, [{ color: '#25221f' }]),
  together('weekend-wash-bag-2', [item('bag', wash, [-3, 3, 0], -20), item('soap', {}, [17, -8, 0], 24)], {
    elev: 16,
    size: 2.1,
  }),
  closeUp('weekend-wash-bag', 'bag', wash, cam(22, 4.6, [0.45, -0.2, 0.75])),
];

const small: readonly Shot[] = [
  ...product('harness-leather-belt', 'leather', belt, {}, [{ color: '#1f1c1a' }]),
  together(
    'harness-leather-belt-2',
    [item('leather', { ...belt, color: '#1f1c1a' }, [-4, 6, 0], 20), item('leather', belt, [5, -7, 0], -4)],
    { elev: 30, size: 2 },
  ),
  closeUp('harness-leather-belt', 'leather', belt, cam(24, 4.6, [0.35, -0.3, 0.15])),
  ...product('pocket-card-holder', 'leather', cards, {}, [{ color: '#7a4526' }, { color: '#23211f' }]),
  together(
    'pocket-card-holder-2',
    [item('leather', cards, [-6, 4, 0], 24), item('leather', { ...cards, color: '#7a4526' }, [6, -4, 0], -8)],
    { elev: 40, size: 2 },
  ),
  closeUp('pocket-card-holder', 'leather', cards, flat(38, 4.6, [0.1, -0.1, 0.05])),
  ...product('solitaire-topaz-ring', 'leather', ring),
  { key: 'solitaire-topaz-ring-2', family: 'leather', params: { ...ring, yaw: -48 }, setup: { cam: { elev: 36 } } },
  closeUp('solitaire-topaz-ring', 'leather', ring, cam(22, 4.2, [0, 0, 1.15])),
  ...product('plain-band-ring', 'leather', plainRing, {}, [{ buckle: '#d9b36a' }]),
  together('plain-band-ring-2', [
    item('leather', plainRing, [-1.6, 0.6, 0], 34),
    item('leather', { ...plainRing, buckle: '#d9b36a' }, [1.4, -0.8, 0], -30),
  ]),
  closeUp('plain-band-ring', 'leather', plainRing, cam(26, 4.4, [0, -0.1, 0.65])),
  ...product('marina-sunglasses', 'eyewear', shades, { dark: 'render' }, [{ color: '#1c1c1d', second: null }]),
  { key: 'marina-sunglasses-2', family: 'eyewear', params: { ...shades, yaw: 34, elev: 28 }, dark: 'render' },
  closeUp('marina-sunglasses', 'eyewear', shades, cam(16, 4.4, [-0.2, -0.6, 0.35]), { dark: 'render' }),
  ...product('harbour-square-sunglasses', 'eyewear', square, { dark: 'render' }, [
    { color: '#6d4a2c', second: '#2b1a10' },
  ]),
  { key: 'harbour-square-sunglasses-2', family: 'eyewear', params: { ...square, yaw: 34, elev: 28 }, dark: 'render' },
  closeUp('harbour-square-sunglasses', 'eyewear', square, cam(16, 4.4, [-0.2, -0.6, 0.35]), { dark: 'render' }),
  ...product('quarto-reading-glasses', 'eyewear', readers, { dark: 'render' }, [{ color: '#33424e', second: null }]),
  { key: 'quarto-reading-glasses-2', family: 'eyewear', params: { ...readers, yaw: 34, elev: 28 }, dark: 'render' },
  closeUp('quarto-reading-glasses', 'eyewear', readers, cam(16, 4.4, [-0.2, -0.6, 0.35]), { dark: 'render' }),
];

const shoes: readonly Shot[] = [
  ...product('strider-road-running-shoe', 'runner', runner, {}, [
    { color: '#5f6a66', accent: '#e3dccb' },
    { color: '#b0563f', accent: '#efe6d6' },
  ]),
  { key: 'strider-road-running-shoe-2', family: 'runner', params: { ...runner, yaw: -62, elev: 30 } },
  closeUp('strider-road-running-shoe', 'runner', runner, cam(22, 5, [0.3, -0.5, 0.45])),
  ...product('two-strap-cork-sandal', 'sandal', slide, {}, [{ color: '#c7b295' }, { color: '#232120' }]),
  { key: 'two-strap-cork-sandal-2', family: 'sandal', params: { ...slide, yaw: 62, elev: 34 } },
  closeUp('two-strap-cork-sandal', 'sandal', slide, cam(22, 4.8, [0.1, -0.5, 0.35])),
  ...product('shoreline-flip-flop', 'sandal', flip, {}, [
    { color: '#c9735a', strap: '#efe4d2' },
    { color: '#2b2b2c', strap: '#2b2b2c' },
  ]),
  { key: 'shoreline-flip-flop-2', family: 'sandal', params: { ...flip, yaw: 50, elev: 46 } },
  closeUp('shoreline-flip-flop', 'sandal', flip, cam(26, 4.8, [0.2, -0.5, 0.25])),
];

export const clothing: readonly Shot[] = [...folded, ...hats, ...bags, ...small, ...shoes];
