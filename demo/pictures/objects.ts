import type { DyedPart } from './dye.ts';

export interface ObjectRecipe {
  /** Name in the Fluent set. */
  icon: string;
  /** Top-level elements left out, by place: the rays of a torch, the moon over a tent. */
  omit?: readonly number[];
  /** The only top-level elements kept: the sofa without the lamp. */
  keep?: readonly number[];
  /** What a dye colours; 'hue' when nothing is said. */
  part?: DyedPart;
  /** The hue that the dye looks for, in degrees of OKLab, where it is not the one that covers most. */
  hue?: number;
}

/** Objects that are a part of a Fluent object, or that take a dye in their own way. Others go by their Fluent name. */
export const OBJECTS: Readonly<Record<string, ObjectRecipe>> = {
  camera: { icon: 'camera', part: 'dark greys' },
  radio: { icon: 'radio', part: 'greys' },
  'computer-mouse': { icon: 'computer-mouse', part: 'all' },
  keyboard: { icon: 'keyboard', part: 'all' },
  torch: { icon: 'flashlight', omit: [8, 9, 11, 13, 14, 15], part: 'greys' },
  sofa: { icon: 'couch-and-lamp', omit: [17, 18, 19, 21, 22, 23, 24, 25] },
  'floor-lamp': { icon: 'couch-and-lamp', keep: [17, 18, 19, 21, 22, 23, 24, 25] },
  parasol: { icon: 'umbrella-on-ground', omit: [0, 1] },
  bowl: { icon: 'bowl-with-spoon', keep: [0, 1, 2, 3, 4, 5, 6] },
  cup: { icon: 'teacup-without-handle', keep: [0, 1, 2, 3, 4], part: 'all' },
  plate: { icon: 'fork-and-knife-with-plate', keep: [0, 1, 2, 3, 4, 5, 6, 7], part: 'all' },
  racket: { icon: 'tennis', omit: [5, 6, 7] },
  'tennis-ball': { icon: 'tennis', keep: [5, 6, 7] },
  disc: { icon: 'flying-disc', omit: [0], part: 'all' },
  canoe: { icon: 'canoe', omit: [5] },
  tent: { icon: 'tent', omit: [0, 1, 2, 3, 4] },
  'lab-coat': { icon: 'lab-coat', part: 'all' },
  'womans-sandal': { icon: 'womans-sandal', part: 'pure hue' },
  bed: { icon: 'bed', part: 'pure hue' },
  bicycle: { icon: 'bicycle', part: 'pure hue', hue: 20 },
  headphone: { icon: 'headphone', part: 'all' },
};
