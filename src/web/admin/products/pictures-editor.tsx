import { useState } from 'react';
import { MAX_PICTURE_SIZE } from '#domain/catalogue/picture-limits.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { Icon } from '#web/ui/icon.tsx';
import { DropZone } from '../shared/drop-zone.tsx';
import { ACCEPTED_PICTURES } from '../shared/upload-picture.ts';
import { useDragging } from '../shared/use-dragging.ts';
import { PictureCard } from './picture-card.tsx';
import { usePictureUploads } from './picture-uploads.ts';
import type { PictureValue } from './product-values.ts';

interface PicturesEditorProps {
  pictures: readonly PictureValue[];
  /** An updater function, because several uploads may end at once. */
  onChange: (change: (pictures: readonly PictureValue[]) => PictureValue[]) => void;
  /** Receives the number of pending uploads. */
  onUploading: (count: number) => void;
  error: string | undefined;
}

/** The pictures of a product: add files, reorder by dragging or with arrow buttons. */
export function PicturesEditor({ pictures, onChange, onUploading, error }: PicturesEditorProps) {
  const [announcement, setAnnouncement] = useState('');
  const { waiting, problems, take } = usePictureUploads({
    onUploading,
    onUploaded: (url, fileName) => {
      onChange((now) =>
        now.some((picture) => picture.url === url) ? [...now] : [...now, { url, alt: altOf(fileName) }],
      );
      setAnnouncement(`${fileName} added`);
    },
  });
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= pictures.length) return;
    onChange((now) => moved(now, from, to));
    setAnnouncement(`Picture ${from + 1} is now picture ${to + 1} of ${pictures.length}`);
  };
  const dragging = useDragging(move);
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">Pictures</legend>
      {pictures.length > 0 && (
        <ol className="grid gap-3 sm:grid-cols-2">
          {pictures.map((picture, index) => (
            <PictureCard
              key={picture.url}
              picture={picture}
              index={index}
              isLast={index === pictures.length - 1}
              dragging={dragging}
              onText={(alt) => onChange((now) => now.map((one, at) => (at === index ? { ...one, alt } : one)))}
              onMove={move}
              onRemove={() => onChange((now) => now.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      )}
      <DropZone accept={ACCEPTED_PICTURES} label="Add pictures" multiple onFiles={(files) => void take(files)}>
        <Icon name="plus" />
        <span>
          <strong>Choose pictures</strong> or drop them here
        </span>
        <span className="text-muted text-small">JPEG, PNG, WebP, GIF or AVIF, {MAX_PICTURE_SIZE} at most</span>
      </DropZone>
      {waiting > 0 && (
        <p className="text-muted text-small">Uploading {waiting === 1 ? 'a picture' : `${waiting} pictures`}…</p>
      )}
      {[...(error ? [error] : []), ...problems].map((problem) => (
        <p key={problem} className="field-error" role="alert">
          {problem}
        </p>
      ))}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </fieldset>
  );
}

function moved(pictures: readonly PictureValue[], from: number, to: number): PictureValue[] {
  const next = [...pictures];
  const [picture] = next.splice(from, 1);
  if (picture) next.splice(to, 0, picture);
  return next;
}

/** A default alt text: `red-teapot_2.jpg` is 'red teapot 2'. */
const altOf = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
    .slice(0, PRODUCT_FIELDS.images.maxLength);
