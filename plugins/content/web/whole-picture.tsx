import { Picture, pictureAddress } from '#plugin/web';
import type { ContentPicture } from '../model/rich-text-schema.ts';

/** All others are pictures of the demo shop's products: square, and with a second version for the dark theme. */
export const isUpload = ({ src }: ContentPicture): boolean => src.startsWith('/media/uploads/');

const WIDTHS = [320, 640, 1280] as const;

interface WholePictureProps {
  picture: ContentPicture;
  /** The `sizes` attribute: how wide the picture is displayed. */
  sizes: string;
  /** The page's first picture loads eagerly with high priority. */
  first?: boolean;
  className?: string;
}

/** An uploaded picture in its own proportions, which are reserved before it has loaded. */
export function WholePicture({ picture, sizes, first, className = 'h-auto' }: WholePictureProps) {
  const { src, alt, width, height } = picture;
  if (!isUpload(picture)) {
    return <Picture src={src} alt={alt} sizes={sizes} first={first ?? false} className={`max-w-full ${className}`} />;
  }
  const shown = Math.min(width, 1280);
  return (
    <img
      src={pictureAddress(src, 640)}
      srcSet={WIDTHS.map((edge) => `${pictureAddress(src, edge)} ${Math.min(edge, width)}w`).join(',')}
      sizes={sizes}
      alt={alt}
      width={shown}
      height={Math.round((height * shown) / width)}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      className={`max-w-full ${className}`}
    />
  );
}
