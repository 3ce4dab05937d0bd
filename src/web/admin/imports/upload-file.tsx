import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DropZone } from '../shared/drop-zone.tsx';
import { useImportFormats, useUpload } from './imports-data.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const LIST = new Intl.ListFormat('en');

/** Uploads a CSV file, chosen or dropped, and continues with the mapping. */
export function UploadFile() {
  const upload = useUpload();
  const formats = useImportFormats().data ?? [];
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');

  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setProblem('');
    if (file.size > MAX_BYTES) return setProblem(`${file.name} is larger than 20 MB. Please split it.`);
    upload.mutate(file, {
      onSuccess: ({ id }) => void navigate(`/admin/products/import/${id}`),
      onError: (error) => setProblem(messageOf(error)),
    });
  };

  return (
    <>
      {problem && (
        <Banner tone="danger" className="mb-4">
          {problem}
        </Banner>
      )}
      <DropZone
        className="py-10"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={upload.isPending}
        onFiles={([file]) => take(file)}
      >
        <span className="text-2xl text-muted">
          <Icon name="package" />
        </span>
        <span className="font-semibold">{upload.isPending ? 'Uploading…' : 'Choose a CSV file or drop it here'}</span>
        <span className="text-muted text-small">
          With headings in the first line; up to 20 MB and 50,000 rows. You see a preview before anything changes.
        </span>
        {formats.length > 0 && (
          <span className="text-muted text-small">
            Exports of {LIST.format(formats.map(({ label }) => label))} are recognised and converted.
          </span>
        )}
      </DropZone>
    </>
  );
}
