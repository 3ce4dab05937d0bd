import type { ReactEventHandler } from 'react';
import { BlurredPictureImages } from './blurred-picture.tsx';
import categoryPlaceholder from './placeholder-category.svg?no-inline';
import productPlaceholder from './placeholder-product.svg?no-inline';

const PLACEHOLDERS = { product: productPlaceholder, category: categoryPlaceholder };

interface PictureProps {
  /** A base path such as `/media/teapot-1` with several widths, or the full URL of one file. */
  src: string | null | undefined;
  alt: string;
  /** The `sizes` attribute: how wide the picture is displayed. */
  sizes: string;
  /** The page's first picture loads eagerly with high priority; others load lazily. */
  first?: boolean;
  /** Placeholder for a missing picture. */
  of?: keyof typeof PLACEHOLDERS;
  className?: string;
  onLoad?: ReactEventHandler<HTMLImageElement>;
}

/**
 * A square picture of the catalogue. Not decoded asynchronously: screenshots and prints of a page would show empty squares.
 */
export function Picture({ src, alt, sizes, first = false, of = 'product', className = '', onLoad }: PictureProps) {
  const placeholder = PLACEHOLDERS[of];
  const replace = (image: HTMLImageElement) => {
    for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.srcset = '';
    image.srcset = '';
    if (!image.src.endsWith(placeholder)) image.src = placeholder;
  };
  const { srcSet, ...attributes } = sourcesOf(src || placeholder, sizes);
  const isStudio = STUDIO.test(src || '');
  const image = (
    <img
      // An error before hydration fired no React event.
      ref={(image) => {
        if (image?.currentSrc && image.complete && image.naturalWidth === 0) replace(image);
      }}
      {...attributes}
      srcSet={isStudio ? undefined : srcSet}
      alt={alt}
      width={640}
      height={640}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      className={`picture ${className}`}
      onLoad={onLoad}
      onError={({ currentTarget }) => replace(currentTarget)}
    />
  );
  const picture = isStudio ? (
    <picture>
      {/* The script of the first paint keeps `media` in step with the chosen theme. */}
      <source
        type="image/avif"
        media={darkMedia()}
        suppressHydrationWarning
        srcSet={sourcesOf(src || '', sizes, '-dark').srcSet}
        sizes={sizes}
        data-dark=""
      />
      <source type="image/avif" srcSet={srcSet} sizes={sizes} />
      {image}
    </picture>
  ) : (
    image
  );
  if (!first) return picture;
  return (
    <>
      {picture}
      <span className="blurred-picture">
        {/* In the browser an empty text: React then leaves the server's elements alone when it hydrates. */}
        {import.meta.env.SSR ? <BlurredPictureImages src={src ?? ''} /> : ''}
      </span>
    </>
  );
}

/** An image that React adds is requested before it is in the document, where the script would find its sources. */
function darkMedia(): string {
  const theme = import.meta.env.SSR ? '' : document.documentElement.dataset.theme;
  if (!theme) return '(prefers-color-scheme: dark)';
  return theme === 'dark' ? 'all' : 'not all';
}

/**
 * A picture of the demo's studio: after the underscore its largest width. Its files are AVIF, with a twin for the dark
 * theme, and one WebP for browsers without AVIF (docs/decisions/0069).
 */
const STUDIO = /^(.+)_(\d+)$/;

const isBasePath = (src: string) => !/\.\w{2,5}$/.test(src);

/** The URL of one width of a picture, where `srcset` is not possible; pictures of the studio have one. */
export function pictureAddress(src: string, width: 320 | 640 | 1280): string {
  if (!isBasePath(src)) return src;
  return STUDIO.test(src) ? src.replace(STUDIO, '$1-720.webp') : `${src}-${width}.webp`;
}

/** Attributes of an image in all its widths; `theme` is `-dark` for the twin of a picture of the studio. */
export function sourcesOf(src: string, sizes: string, theme = '') {
  if (!isBasePath(src)) return { src };
  const [, base, widest] = STUDIO.exec(src) ?? [];
  const srcSet = (widest ? [...new Set(['400', '720', widest])] : ['320', '640', '1280'])
    .map((width) => `${base ? `${base}${theme}-${width}.avif` : `${src}-${width}.webp`} ${width}w`)
    .join(',');
  return { src: pictureAddress(src, 640), srcSet, sizes };
}
