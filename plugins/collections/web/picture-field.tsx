import { ACCEPTED_PICTURES, DropZone, usePictureUpload } from '#plugin/admin';
import { Button, Icon, Picture } from '#plugin/web';
import { api } from './api.ts';

interface PictureFieldProps {
  image: string | null;
  onChange: (image: string | null) => void;
  /** Saving waits for the upload. */
  onUploading: (isUploading: boolean) => void;
  error: string | undefined;
}

/** The picture of a collection: upload, replace, remove. */
export function PictureField({ image, onChange, onUploading, error }: PictureFieldProps) {
  const upload = usePictureUpload({
    send: (body, options) => api.call('POST /admin/collections/pictures', { body }, options),
    onUploaded: ({ url }) => onChange(url),
    onUploading,
  });
  const problem = upload.problem ?? error;
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
        onFiles={(files) => void upload.take(files)}
      >
        <Icon name="plus" />
        <span>
          <strong>{image === null ? 'Choose a picture' : 'Choose another'}</strong> or drop it here
        </span>
        <span className="text-muted text-small" role="status">
          {upload.isUploading ? 'Uploading…' : 'JPEG, PNG, WebP, GIF or AVIF, 10 MB at most'}
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
