import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DropZone } from '../shared/drop-zone.tsx';
import { ACCEPTED_PICTURES, uploadPicture } from '../shared/upload-picture.ts';

interface CategoryPictureProps {
  /** Base path; null for none. */
  image: string | null;
  onChange: (image: string | null) => void;
  /** Saving waits for the upload. */
  onUploading: (isUploading: boolean) => void;
  error: string | undefined;
}

/** The picture of a category's tile: upload, replace, remove. */
export function CategoryPicture({ image, onChange, onUploading, error }: CategoryPictureProps) {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file || isUploading) return;
    setProblem(undefined);
    setUploading(true);
    onUploading(true);
    try {
      onChange(await uploadPicture(file));
    } catch (failure) {
      setProblem(`${file.name}: ${messageOf(failure)}`);
    } finally {
      setUploading(false);
      onUploading(false);
    }
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">Picture</legend>
      <div className="flex flex-wrap items-center gap-4">
        {image !== null && (
          <div className="grid w-28 flex-none gap-2">
            <div className="overflow-hidden rounded-field">
              <Picture src={image} alt="The category’s picture" of="category" sizes="112px" />
            </div>
            <Button look="quiet" small onClick={() => onChange(null)}>
              Remove<span className="sr-only"> the picture</span>
            </Button>
          </div>
        )}
        <DropZone
          className="min-w-48 flex-1"
          accept={ACCEPTED_PICTURES}
          label={image === null ? 'Add a picture' : 'Replace the picture'}
          onFiles={([file]) => void take(file)}
        >
          <Icon name="plus" />
          <span>
            <strong>{image === null ? 'Choose a picture' : 'Choose another'}</strong> or drop it here
          </span>
          <span className="text-muted text-small" role="status">
            {isUploading ? 'Uploading…' : 'JPEG, PNG, WebP, GIF or AVIF, 10 MB at most'}
          </span>
        </DropZone>
      </div>
      {(problem ?? error) && (
        <p className="field-error" role="alert">
          {problem ?? error}
        </p>
      )}
    </fieldset>
  );
}
