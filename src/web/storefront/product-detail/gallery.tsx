import { Suspense, useRef, useState } from 'react';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog } from '#web/ui/lazy-part.tsx';
import { showFocused } from '#web/ui/show-focused.ts';
import type { Pictures } from './pictures.ts';

const ZoomDialog = lazyDialog(() => import('./zoom-dialog.tsx'));

/** Swipe threshold in pixels, like the home page's carousel (storefront §9). */
const SWIPE_PX = 40;

/** The main picture, which opens in full screen, and thumbnails if there are several. */
export function Gallery(props: Pictures) {
  const { images, shown, onShow } = props;
  const [isZoomed, setZoomed] = useState(false);
  const fingerAt = useRef(0);
  return (
    <div className={`gallery ${images.length > 1 ? 'gallery-with-strip' : ''}`}>
      <button
        type="button"
        className="gallery-main"
        aria-label={`Zoom: ${altOf(props, shown)}`}
        onClick={() => setZoomed(true)}
        onTouchStart={({ touches }) => {
          fingerAt.current = touches[0]?.clientX ?? 0;
        }}
        onTouchEnd={(event) => {
          const moved = (event.changedTouches[0]?.clientX ?? 0) - fingerAt.current;
          if (Math.abs(moved) < SWIPE_PX) return;
          event.preventDefault();
          event.currentTarget.dataset.isNext = String(moved < 0);
          onShow((shown + (moved < 0 ? 1 : images.length - 1)) % images.length);
        }}
      >
        <Picture key={shown} src={images[shown]} alt={altOf(props, shown)} sizes="(width >= 1024px) 45vw, 94vw" first />
        <Icon name="zoom-in" />
      </button>
      {images.length > 1 && <Thumbnails {...props} />}
      {isZoomed && (
        <Suspense>
          <ZoomDialog
            {...props}
            altOf={(index) => altOf(props, index)}
            strip={Thumbnails}
            onClose={() => setZoomed(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const altOf = ({ alts, name }: Pick<Pictures, 'alts' | 'name'>, index: number) =>
  alts[index] || (index === 0 ? name : `${name}, picture ${index + 1}`);

function Thumbnails(props: Pictures) {
  return (
    <ul aria-label="Pictures" className="gallery-strip" onFocus={showFocused}>
      {props.images.map((image, index) => (
        <li key={image}>
          <button
            type="button"
            className="thumbnail"
            aria-label={`Show ${altOf(props, index)}`}
            aria-current={index === props.shown}
            onClick={() => props.onShow(index)}
          >
            <Picture src={image} alt="" sizes="80px" />
          </button>
        </li>
      ))}
    </ul>
  );
}
