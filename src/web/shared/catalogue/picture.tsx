import categoryPlaceholder from './placeholder-category.svg?no-inline';
import productPlaceholder from './placeholder-product.svg?no-inline';

const PLACEHOLDERS = { product: productPlaceholder, category: categoryPlaceholder };
const WIDTHS = [320, 640, 1280] as const;

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
}

/** A square picture of the catalogue. */
export function Picture({ src, alt, sizes, first = false, of = 'product', className = '' }: PictureProps) {
  const placeholder = PLACEHOLDERS[of];
  const replace = (image: HTMLImageElement) => {
    image.srcset = '';
    if (!image.src.endsWith(placeholder)) image.src = placeholder;
  };
  return (
    <img
      // An error before hydration fired no React event.
      ref={(image) => {
        if (image?.currentSrc && image.complete && image.naturalWidth === 0) replace(image);
      }}
      {...sourcesOf(src || placeholder, sizes)}
      alt={alt}
      width={640}
      height={640}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={`picture ${className}`}
      onError={({ currentTarget }) => replace(currentTarget)}
    />
  );
}

/** The URL of one width of a picture, where `srcset` is not possible. */
export function pictureAddress(src: string, width: (typeof WIDTHS)[number]): string {
  return isBasePath(src) ? `${src}-${width}.webp` : src;
}

const isBasePath = (src: string) => !/\.\w{2,5}$/.test(src);

/** Attributes of an image in all its widths. */
export function sourcesOf(src: string, sizes: string) {
  if (!isBasePath(src)) return { src };
  const srcSet = WIDTHS.map((width) => `${pictureAddress(src, width)} ${width}w`).join(',');
  return { src: pictureAddress(src, 640), srcSet, sizes };
}
