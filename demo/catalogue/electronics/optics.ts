import { alone, at, closeUp, scene } from '../../pictures/scenes.ts';
import { type DemoProduct, paragraphs } from '../product.ts';

export const optics: readonly DemoProduct[] = [
  {
    slug: 'vega-70-refractor-telescope',
    name: 'Vega 70 Refractor Telescope',
    brand: 'Kestrel',
    categoryId: 1,
    priceCents: 19900,
    sku: 'KES-VEGA-07',
    stock: 16,
    shortDescription: 'Seventy millimetres of good glass on a tripod that does not shiver.',
    description: paragraphs(
      'First nights with a telescope are usually spoilt by the tripod. This one has steel legs and a slow-motion handle, so the craters along the edge of the Moon stay in view while you call somebody to come and look.',
      'With the two eyepieces in the box you will see Saturn as a tiny ringed bead, the four large moons of Jupiter on a line, and by day the far side of the valley. The tube weighs less than two kilos and goes into a shoulder bag that we pack it in.',
    ),
    features: [
      'Multi-coated 70 mm achromatic lens',
      'Steel tripod with slow-motion control',
      'Two eyepieces, a star diagonal and a bag',
    ],
    specifications: {
      aperture: '70 mm',
      'focal length': '500 mm',
      eyepieces: '25 mm and 10 mm',
      tripod: 'Steel, 62 to 125 cm',
    },
    tags: ['telescope', 'astronomy', 'outdoors'],
    weightGrams: 4700,
    averageRating: 4.52,
    reviewCount: 83,
    createdDaysAgo: 640,
    pictures: [
      alone('Refractor telescope on its tripod', 'telescope'),
      scene('Telescope with a star atlas at its feet', [
        at('telescope', 0.56, 0.81, 0.58),
        at('book:stars/lying', 0.27, 0.88, 0.26),
      ]),
      closeUp('The tube of the telescope from nearer', 'telescope', { x: 0.48, floor: 1.3, size: 1.15 }),
    ],
  },
  {
    slug: 'specimen-40-student-microscope',
    name: 'Specimen 40 Student Microscope with Twin Illumination, Prepared Slides and Fitted Wooden Case',
    brand: 'Kestrel',
    categoryId: 1,
    priceCents: 11900,
    sku: 'KES-SPEC-08',
    stock: 21,
    shortDescription: 'A metal-bodied microscope for kitchens and classrooms, with things to look at in the box.',
    description: paragraphs(
      'A drop from a vase, a grain of sugar, the edge of a feather: the lower lamp shines through them, the upper one shines on them, and both have their own dial. Objectives are glass and click into place at four, ten and forty times.',
      'The frame is cast metal, so focusing with a thumb does not push the picture out of view. Fifteen prepared slides, ten empty ones, tweezers and a booklet of thirty things to find within a day’s walk fill the remaining corners of the case.',
    ),
    features: [
      'Glass objectives, 40x to 400x',
      'Light from above and from below',
      'Fifteen prepared slides, ten blank',
      'Fitted beech case',
    ],
    specifications: {
      magnification: '40x, 100x, 400x',
      lamps: 'Two LEDs, dimmable',
      power: 'USB or 3 AA cells',
      'recommended age': 'From 8 years',
    },
    tags: ['microscope', 'science', 'children', 'school'],
    weightGrams: 2300,
    averageRating: 4.68,
    reviewCount: 74,
    createdDaysAgo: 365,
    pictures: [
      alone('Student microscope with its stage and lamp', 'microscope'),
      scene('Microscope with a test tube and a leaf to look at', [
        at('microscope', 0.44, 0.8, 0.52),
        at('test-tube', 0.8, 0.8, 0.22),
        at('fallen-leaf', 0.24, 0.91, 0.15),
      ]),
      closeUp('The objectives of the microscope', 'microscope', { x: 0.5, floor: 1.0, size: 1.12 }),
    ],
  },
];
