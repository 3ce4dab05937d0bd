import { createContext, use } from 'react';

/** Data URLs of a tiny picture, shown blurred while the real one loads (docs/decisions/0081). */
export interface BlurredPicture {
  readonly light: string;
  /** Null: the same in the dark theme. */
  readonly dark: string | null;
}

/** What the page's loader has loaded, by the address of the picture. */
export const LoadedBlurredPictures = /* @__PURE__ */ createContext<ReadonlyMap<string, BlurredPicture>>(new Map());

/** A picture with its proportions, in pixels. */
export interface ProportionedPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The blurred picture in the server's HTML; nothing if the loader has not loaded one. */
export function BlurredPictureImages({ src, width, height }: Partial<ProportionedPicture>) {
  const blurred = use(LoadedBlurredPictures).get(src ?? '');
  if (!blurred) return null;
  const images = (
    <>
      <image href={blurred.light} />
      {blurred.dark && <image href={blurred.dark} />}
    </>
  );
  const isSquare = !width || !height;
  return (
    <svg
      aria-hidden="true"
      viewBox={isSquare ? '0 0 16 16' : `0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
    >
      {isSquare ? (
        images
      ) : (
        <svg aria-hidden="true" viewBox="0 0 16 16" preserveAspectRatio="none">
          {images}
        </svg>
      )}
    </svg>
  );
}
