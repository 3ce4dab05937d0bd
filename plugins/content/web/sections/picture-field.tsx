import { ACCEPTED_PICTURES, DropZone } from '#plugin/admin';
import { Button, TextField } from '#plugin/web';
import { MAX_ALT } from '../../limits.ts';
import type { ContentPicture } from '../../model/rich-text-schema.ts';
import { useContentUpload } from '../admin/content-data.ts';
import { WholePicture } from '../whole-picture.tsx';

interface PictureFieldProps {
  label?: string;
  picture: ContentPicture | null | undefined;
  onChange: (picture: ContentPicture | null) => void;
  error?: string | undefined;
}

/** A picture with its description, uploaded as it is chosen. */
export function PictureField({ label = 'Picture', picture, onChange, error }: PictureFieldProps) {
  const upload = useContentUpload((stored) => onChange({ ...stored, alt: picture?.alt ?? '' }));
  const problem = upload.problem ?? error;
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-2">{label}</legend>
      {picture && (
        <div className="mb-3 flex items-start gap-4">
          <WholePicture picture={{ ...picture, alt: '' }} sizes="120px" className="h-auto w-30 rounded-field" />
          <div className="grid flex-1 gap-2">
            <TextField
              label="Description of the picture"
              hint="For people who do not see it. Empty if it only decorates."
              maxLength={MAX_ALT}
              value={picture.alt}
              onChange={({ target }) => onChange({ ...picture, alt: target.value })}
            />
            <Button look="quiet" small className="justify-self-start" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          </div>
        </div>
      )}
      <DropZone accept={ACCEPTED_PICTURES} disabled={upload.isUploading} onFiles={(files) => void upload.take(files)}>
        {upload.isUploading ? 'Uploading…' : picture ? 'Replace the picture' : 'Choose a picture or drop it here'}
      </DropZone>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
