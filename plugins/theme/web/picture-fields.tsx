import { ACCEPTED_PICTURES, DropZone, usePictureUpload } from '#plugin/admin';
import { Button, pictureAddress } from '#plugin/web';
import type { ThemePicture } from '../model/theme.ts';
import { api } from './theme-data.ts';

interface FieldProps<Value> {
  label: string;
  hint: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** A logo on the background on which it is shown. */
export function LogoField({
  label,
  hint,
  value,
  onChange,
  background,
}: FieldProps<ThemePicture> & { background: string }) {
  const upload = usePictureUpload({
    send: (body, options) => api.call('POST /admin/theme/logos', { body }, options),
    onUploaded: onChange,
  });
  return (
    <Upload label={label} hint={hint} upload={upload} onRemove={value && (() => onChange(null))}>
      {value && (
        <div className="grid min-h-20 place-items-center rounded-field border border-line p-4" style={{ background }}>
          <img
            src={pictureAddress(value.src, 640)}
            alt={label}
            width={value.width}
            height={value.height}
            className="max-h-12 w-auto max-w-full object-contain"
          />
        </div>
      )}
    </Upload>
  );
}

/** The icon of tabs, bookmarks and home screens. */
export function IconField({ label, hint, value, onChange }: FieldProps<string>) {
  const upload = usePictureUpload({
    send: (body, options) => api.call('POST /admin/theme/icons', { body }, options),
    onUploaded: ({ src }) => onChange(src),
  });
  return (
    <Upload label={label} hint={hint} upload={upload} onRemove={value && (() => onChange(null))}>
      {value && (
        <div className="flex items-end gap-4 rounded-field border border-line p-4">
          <img src={value} alt={label} width={64} height={64} />
          <img src={value} alt="" width={32} height={32} />
          <img src={value} alt="" width={16} height={16} />
        </div>
      )}
    </Upload>
  );
}

interface UploadProps {
  label: string;
  hint: string;
  upload: ReturnType<typeof usePictureUpload<never>>;
  onRemove: (() => void) | null | '';
  children: React.ReactNode;
}

function Upload({ label, hint, upload: { isUploading, problem, take }, onRemove, children }: UploadProps) {
  return (
    <fieldset className="grid min-w-0 content-start gap-2">
      <legend className="field-label mb-2">{label}</legend>
      {children}
      <DropZone accept={ACCEPTED_PICTURES} label={label} disabled={isUploading} onFiles={(files) => void take(files)}>
        <span role="status">{isUploading ? 'Uploading…' : 'Choose a picture or drop it here'}</span>
      </DropZone>
      <p className="field-hint">{hint}</p>
      {onRemove && (
        <Button look="quiet" small className="justify-self-start" onClick={onRemove}>
          Remove<span className="sr-only"> {label}</span>
        </Button>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
