import { shop } from '#web/shared/shop/shop.ts';
import displayFace from '../ui/fonts/fraunces-display.woff2?url';
import textFace from '../ui/fonts/inter-text.woff2?url';

const PAPER = { light: '#f7f4ee', dark: '#141310' } as const;

/*
 * What only the server writes into the head: browsers need it once, and React leaves elements alone that it did not render.
 * A plug-in can replace each part (`loadLook`).
 */

/** Font files that the first screen needs, before the stylesheet names them. */
export function FontLinks() {
  const { look } = shop();
  const files = new Set([look?.textFont ?? textFace, look?.headingFont ?? displayFace].filter(Boolean));
  return [...files].map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" href={file} crossOrigin="anonymous" />
  ));
}

/** The plug-in's stylesheet, after the shop's. */
export function LookStyles() {
  const { look } = shop();
  return look?.stylesheet ? <link rel="stylesheet" href={look.stylesheet} /> : null;
}

/** The browser's `theme-color`, and icons. */
export function FrameLinks() {
  const { look } = shop();
  const { light, dark } = look?.frameColours ?? PAPER;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark} />
      {look?.icon ? (
        <link rel="icon" href={look.icon} type="image/png" />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={look?.icon ?? '/apple-touch-icon.png'} />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
