import { type DragEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useUpload } from './imports-data.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** Takes a CSV file by choosing or dropping it, and leads to the mapping of its columns. */
export function UploadFile() {
  const upload = useUpload();
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
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
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <>
      {problem && (
        <Banner tone="danger" className="mb-4">
          {problem}
        </Banner>
      )}
      <label
        className="drop-zone py-10"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span className="text-2xl text-muted">
          <Icon name="package" />
        </span>
        <span className="font-semibold">{upload.isPending ? 'Uploading…' : 'Choose a CSV file or drop it here'}</span>
        <span className="text-muted text-small">
          UTF-8, with a heading in its first line; up to 20 MB and 50,000 rows. Nothing changes before you have seen
          what would.
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          disabled={upload.isPending}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
    </>
  );
}
