import { useId, useRef, useState } from 'react';
import { Icon, messageOf, Picture, Skeleton } from '#plugin/web';
import { REVIEW_LIMITS } from '../limits.ts';
import type { Upload } from './upload-picture.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

interface PictureInputProps {
  pictures: readonly string[];
  onChange: (change: (pictures: readonly string[]) => string[]) => void;
  upload: Upload;
  /** Uploads begin or have ended. */
  onUploading: (isUploading: boolean) => void;
  error: string | undefined;
}

/** Pictures, uploaded as they are chosen. */
export function PictureInput({ pictures, onChange, upload, onUploading, error }: PictureInputProps) {
  const id = useId();
  const [waiting, setWaiting] = useState(0);
  /** As `waiting`, known before the next rendering. */
  const count = useRef(0);
  const [failure, setFailure] = useState<string>();
  const left = REVIEW_LIMITS.pictures - pictures.length - waiting;
  const problem = failure ?? error;

  const wait = (more: number) => {
    count.current += more;
    setWaiting(count.current);
    onUploading(count.current > 0);
  };
  const add = async (files: readonly File[]) => {
    setFailure(files.length > left ? `A review can have ${REVIEW_LIMITS.pictures} pictures.` : undefined);
    const taken = files.slice(0, left);
    wait(taken.length);
    for (const file of taken) {
      try {
        const url = await upload(file);
        wait(-1);
        onChange((current) => [...current.filter((one) => one !== url), url]);
      } catch (reason) {
        wait(-1);
        setFailure(messageOf(reason, 'The picture could not be uploaded.'));
      }
    }
  };

  return (
    <fieldset className="field" aria-describedby={problem ? `${id}-error` : `${id}-hint`}>
      <legend className="field-label mb-2">Pictures (optional)</legend>
      <ul className="flex flex-wrap gap-3" aria-busy={waiting > 0}>
        {pictures.map((picture, index) => (
          <li key={picture} className="relative">
            <Picture src={picture} alt={`Picture ${index + 1}`} sizes="88px" className="size-22 rounded-field" />
            <button
              type="button"
              aria-label={`Remove picture ${index + 1}`}
              className="absolute -top-2 -right-2 grid size-8 place-items-center rounded-full border border-line bg-surface"
              onClick={() => onChange((current) => current.filter((one) => one !== picture))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={index}>
            <Skeleton className="size-22 rounded-field" />
          </li>
        ))}
        {left > 0 && (
          <li>
            <label className="grid size-22 cursor-pointer place-items-center rounded-field border border-edge border-dashed text-muted hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink">
              <Icon name="camera" />
              <span className="sr-only">Add pictures</span>
              <input
                type="file"
                multiple
                accept={ACCEPTED}
                className="sr-only"
                onChange={({ target }) => {
                  void add([...(target.files ?? [])]);
                  target.value = '';
                }}
              />
            </label>
          </li>
        )}
      </ul>
      {problem ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {problem}
        </p>
      ) : (
        <p className="field-hint" id={`${id}-hint`}>
          Up to {REVIEW_LIMITS.pictures}, each up to 10 MB. Anyone can see them.
        </p>
      )}
    </fieldset>
  );
}
