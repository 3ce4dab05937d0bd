import { useState } from 'react';
import { ACCEPTED_PICTURES, DropZone } from '#plugin/admin';
import { Button, Icon, messageOf, Picture } from '#plugin/web';
import { uploadPicture } from './admin-data.ts';

interface PictureFieldProps {
  image: string | null;
  onChange: (image: string | null) => void;
  /** Saving waits for the upload. */
  onUploading: (isUploading: boolean) => void;
  error: string | undefined;
}

/** The picture of a collection: upload, replace, remove. */
export function PictureField({ image, onChange, onUploading, error }: PictureFieldProps) {
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problem = failure ?? error;
  const take = async (file: File | undefined) => {
    if (!file || isUploading) return;
    setFailure(undefined);
    setUploading(true);
    onUploading(true);
    try {
      onChange(await uploadPicture(file));
    } catch (reason) {
      setFailure(`${file.name}: ${messageOf(reason)}`);
    } finally {
      setUploading(false);
      onUploading(false);
    }
  };
  return (
    <div className="grid gap-3">
      {image !== null && (
        <div className="grid gap-2">
          <div className="overflow-hidden rounded-field">
            <Picture
              src={image}
              alt="The collection’s picture"
              of="category"
              sizes="(width >= 1280px) 300px, 90vw"
              className="aspect-[4/3]!"
            />
          </div>
          <Button look="quiet" small onClick={() => onChange(null)}>
            Remove<span className="sr-only"> the picture</span>
          </Button>
        </div>
      )}
      <DropZone
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
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
