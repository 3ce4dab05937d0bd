import { useMutation } from '@tanstack/react-query';
import { DropZone } from '#plugin/admin';
import { Banner, Button, Dialog, formatCount, messageOf } from '#plugin/web';
import type { ImportedRedirects } from '../../redirect-contract.ts';
import { api } from './api.ts';

interface ImportRedirectsProps {
  onClose: () => void;
  onImported: () => void;
}

/** Imports the redirects of a CSV file, such as those to the pages of a former shop. */
export function ImportRedirects({ onClose, onImported }: ImportRedirectsProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return api.call('POST /admin/content/redirects/import', { body }, { timeoutMs: 60_000 });
    },
    onSuccess: onImported,
  });
  return (
    <Dialog isOpen onClose={onClose} mayClose={() => !isPending} title="Import redirects">
      <div className="grid gap-5">
        <p className="text-muted">
          A CSV file with the former address in the first column and the new one in the second, such as{' '}
          <code>/old-page,/products</code>. Redirects from the same address are replaced; none is deleted.
        </p>
        {error && <Banner tone="danger">{messageOf(error)}</Banner>}
        {data && <Result result={data} />}
        <DropZone accept=".csv,.txt,text/csv" disabled={isPending} onFiles={([file]) => file && mutate(file)}>
          <span className="font-semibold">{isPending ? 'Importing…' : 'Choose a CSV file or drop it here'}</span>
          <span className="text-muted text-small">UTF-8; up to 2 MB and 5,000 rows.</span>
        </DropZone>
        <div className="flex justify-end">
          <Button look="secondary" disabled={isPending} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Result({ result: { created, updated, unchanged, failed, problems } }: { result: ImportedRedirects }) {
  const counts = `${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`;
  return (
    <Banner tone={failed > 0 ? 'warning' : 'success'}>
      {counts}
      {failed > 0 && `, ${formatCount(failed)} not imported`}.
      {problems.length > 0 && (
        <ul className="mt-2 max-h-48 list-disc overflow-y-auto pl-5">
          {problems.map(({ line, from, reason }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}, {from || 'no address'}: {reason}
            </li>
          ))}
        </ul>
      )}
      {failed > problems.length && <p className="mt-1">and {formatCount(failed - problems.length)} more.</p>}
    </Banner>
  );
}
