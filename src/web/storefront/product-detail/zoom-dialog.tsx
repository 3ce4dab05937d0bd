import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sourcesOf } from '#web/shared/catalogue/picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { currentTheme } from '#web/ui/theme.ts';
import type { Pictures } from './pictures.ts';
import { useMagnifier } from './use-magnifier.ts';

const STEP = 1.5;

interface ZoomDialogProps extends Pictures {
  altOf: (index: number) => string;
  /** Thumbnails, which the page has already loaded. */
  strip: ComponentType<Pictures>;
  onClose: () => void;
}

/** Full-screen pictures: arrow keys navigate; wheel, pinch, double click, + and − zoom. */
export default function ZoomDialog(props: ZoomDialogProps) {
  const { images, name, shown, onShow, onClose, altOf, strip: Strip } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { scale, transform, magnify, reset, surface } = useMagnifier();
  const image = images[shown];

  useEffect(() => dialog.current?.showModal(), []);

  const show = (index: number) => {
    reset();
    setMissing(false);
    onShow((index + images.length) % images.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowRight') show(shown + 1);
    else if (key === 'ArrowLeft') show(shown - 1);
    else if (key === '+' || key === '=') magnify(STEP);
    else if (key === '-') magnify(1 / STEP);
    else if (key === '0') reset();
    else return;
    event.preventDefault();
  };

  return (
    <dialog ref={dialog} className="zoom" aria-label={`Pictures of ${name}`} onClose={onClose} onKeyDown={onKeyDown}>
      <div className="zoom-bar">
        <p className="mr-auto truncate" aria-live="polite">
          {images.length > 1 && `${shown + 1} / ${images.length} · `}
          {altOf(shown)}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label="Smaller"
          disabled={scale === 1}
          onClick={() => magnify(1 / STEP)}
        >
          <Icon name="zoom-out" />
        </button>
        <button type="button" className="icon-button" aria-label="Larger" onClick={() => magnify(STEP)}>
          <Icon name="zoom-in" />
        </button>
        <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      <div className="zoom-surface" {...surface}>
        {image && !isMissing ? (
          <img
            key={image}
            {...sourcesOf(image, '1280px', currentTheme() === 'dark' ? '-dark' : '')}
            alt={altOf(shown)}
            draggable={false}
            style={{ transform }}
            onError={() => setMissing(true)}
          />
        ) : (
          <p>This picture could not be loaded.</p>
        )}
        {images.length > 1 && (
          <>
            <button
              type="button"
              className="zoom-step left-2"
              aria-label="Previous picture"
              onClick={() => show(shown - 1)}
            >
              <Icon name="chevron-left" />
            </button>
            <button
              type="button"
              className="zoom-step right-2"
              aria-label="Next picture"
              onClick={() => show(shown + 1)}
            >
              <Icon name="chevron-right" />
            </button>
          </>
        )}
      </div>
      {images.length > 1 && (
        <div className="zoom-strip">
          <Strip {...props} onShow={show} />
        </div>
      )}
    </dialog>
  );
}
