/** A flat sheet of print (a label, a book jacket, a watch dial), drawn by a browser and laid on a model. */
export interface Artwork {
  /** CSS pixels; the sheet is drawn at this size. */
  readonly width: number;
  readonly height: number;
  /** The body of the page: HTML or SVG. The fonts of `artwork.ts` are there. */
  readonly html: string;
}

type Parameter = string | number | boolean | null | readonly Parameter[] | { readonly [name: string]: Parameter };

/** How a model is seen. All are optional: a family of products brings its own. */
export interface Setup {
  /** `paper`, `fog` or `sand`. */
  readonly backdrop?: 'paper' | 'fog' | 'sand';
  /** Largest side on the set, in scene units: 1.5 fills about 60 % of the picture. */
  readonly size?: number;
  /** Turn around the vertical axis, in degrees. */
  readonly yaw?: number;
  /** `elev` and `azim` in degrees, `dist` and `target` in scene units, `lens` in millimetres. */
  readonly cam?: {
    readonly elev?: number;
    readonly azim?: number;
    readonly dist?: number;
    readonly lens?: number;
    readonly target?: readonly [number, number, number];
    readonly fstop?: number;
    /** Distance of what is sharp; without it a little before `target`, where a solid product has its front. */
    readonly focus?: number;
  };
  /** Multiples of the normal strength. */
  readonly lights?: { readonly key?: number; readonly fill?: number; readonly rim?: number; readonly world?: number };
}

/** One picture: a family of products with its parameters, as the camera sees it. */
export interface Shot {
  /** Name of the picture's files, such as `tide-mug-1`. */
  readonly key: string;
  /** Module in `families/`. */
  readonly family: string;
  /** Arguments of the family's `build`. Colours are `#rrggbb`. */
  readonly params?: { readonly [name: string]: Parameter };
  /** Arguments of `build` that are printed sheets; it gets the path of the drawn file. */
  readonly art?: { readonly [name: string]: Artwork };
  readonly setup?: Setup;
  /** Width by height; square unless given. */
  readonly ratio?: number;
  /** A preview for other sites: one JPEG. */
  readonly isPreview?: true;
  /** Samples a pixel. More for fine glossy detail, fewer for plain matt things. */
  readonly spp?: number;
  /** `render` for glass, which shows the paper behind it: a second rendering before dark paper. Else the paper is replaced. */
  readonly dark?: 'render';
  /** How bright the backdrop comes out: 0.6 unless something very dark or very bright needs help. */
  readonly exposure?: number;
}
