import { createContext, use } from 'react';

/** Data URLs of a tiny picture, shown blurred while the real one loads (docs/decisions/0081). */
export interface BlurredPicture {
  readonly light: string;
  /** Null: the same in the dark theme. */
  readonly dark: string | null;
}

/** What the page's loader has loaded, by the address of the picture. */
export const LoadedBlurredPictures = /* @__PURE__ */ createContext<ReadonlyMap<string, BlurredPicture>>(new Map());

/** The blurred picture in the server's HTML; nothing if the loader has not loaded one. */
export function BlurredPictureImages({ src }: { src: string | null | undefined }) {
  const blurred = use(LoadedBlurredPictures).get(src ?? '');
  if (!blurred) return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" preserveAspectRatio="xMidYMid slice">
      <image href={blurred.light} />
      {blurred.dark && <image href={blurred.dark} />}
    </svg>
  );
}
