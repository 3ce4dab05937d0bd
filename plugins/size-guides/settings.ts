import { defineSettings } from '#plugin';

const CLOTHING = `Clothing
Size | Chest cm | Waist cm | Hips cm
XS | 81-86 | 66-71 | 86-91
S | 89-94 | 74-79 | 91-97
M | 97-102 | 81-86 | 99-104
L | 104-109 | 89-94 | 107-112
XL | 112-117 | 97-102 | 114-119
XXL | 119-124 | 104-109 | 122-127
Chest at its widest, waist where the body is narrowest, hips at their widest; the tape level and not tight. Between two sizes, take the larger.`;

const SHOES = `Shoes, Running & Training, Wheels
US men | US women | UK | EU | Foot cm
3.5 | 5 | 2.5 | 35.5 | 21.5
4.5 | 6 | 3.5 | 37 | 22.5
5.5 | 7 | 4.5 | 38 | 23.5
6.5 | 8 | 5.5 | 39 | 24.5
7.5 | 9 | 6.5 | 40.5 | 25.5
8 | 9.5 | 7 | 41 | 26
9 | 10.5 | 8 | 42.5 | 27
10 | 11.5 | 9 | 44 | 28
11 | 12.5 | 10 | 45 | 29
12 | 13.5 | 11 | 46 | 30
13 | 14.5 | 12 | 47.5 | 31
Stand on a sheet of paper in the evening, mark heel and longest toe, and measure between the marks.`;

export const settings = defineSettings({
  title: 'Size guides',
  fields: {
    guides: {
      kind: 'text',
      label: 'Guides',
      hint: 'One block per guide, with a blank line between them: the categories, the headings (ending with cm for measurements), a line for each size with | between the cells, and a note. A category without a guide uses that of the category above.',
      default: `${CLOTHING}\n\n${SHOES}`,
      maxLength: 8000,
      isLong: true,
    },
  },
});
