import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#web/api/api-error.ts';
import type { Input } from '#web/api/calls.ts';
import { download } from '#web/api/download.ts';
import { Button } from '#web/ui/button.tsx';

interface ExportButtonProps {
  /** The page's filters also apply to the file. */
  filter: NonNullable<Input<'GET /admin/products/export'>['query']>;
  onFail: (message: string) => void;
}

/** Exports the listed products as CSV, which can be imported again. */
export function ExportButton({ filter, onFail }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('GET /admin/products/export', { query: filter }),
    onError: (error) => onFail(messageOf(error, 'Failed to export products')),
  });
  return (
    <Button look="secondary" busy={isPending && 'Exporting…'} onClick={() => mutate()}>
      Export CSV
    </Button>
  );
}
