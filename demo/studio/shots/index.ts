import type { Shot } from '../shot.ts';

export const SHOTS: readonly Shot[] = [
  {
    key: 'draft-bottle',
    family: 'bottle',
    dark: 'render',
    art: {
      label: {
        width: 1100,
        height: 1230,
        html: '<div style="background:#efe9dc;height:100%;padding:90px 70px;font:40px/1.5 Helvetica,Arial,sans-serif;color:#23201c"><b style="font-size:92px">Fernhill</b><p>Apothecary, since 1987</p><hr style="margin:30px 0"><p style="font:600 84px/1.2 Fraunces">Hand Balm Wash</p><p style="font:italic 52px/1.5 Fraunces">cedar, bergamot, black tea</p><hr style="margin:30px 0"><p style="font-size:36px">A mild wash for working hands. Lather, rest a minute, rinse with cool water.</p></div>',
      },
    },
  },
  { key: 'draft-tee', family: 'tee' },
];
