import { MAX_PICTURE_SIZE } from '#domain/catalogue/picture-limits.ts';
import { call } from '#web/api/call.ts';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DropZone } from '../shared/drop-zone.tsx';
import { ACCEPTED_PICTURES, usePictureUpload } from '../shared/upload-picture.ts';

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
  const { isUploading, problem, take } = usePictureUpload({
    send: (body, options) => call('POST /admin/uploads', { body }, options),
    onUploaded: ({ picture }) => onChange(picture.url),
    onUploading,
  });

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
          onFiles={(files) => void take(files)}
        >
          <Icon name="plus" />
          <span>
            <strong>{image === null ? 'Choose a picture' : 'Choose another'}</strong> or drop it here
          </span>
          <span className="text-muted text-small" role="status">
            {isUploading ? 'Uploading…' : `JPEG, PNG, WebP, GIF or AVIF, ${MAX_PICTURE_SIZE} at most`}
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
