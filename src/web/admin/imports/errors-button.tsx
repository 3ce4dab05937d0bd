import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#web/api/api-error.ts';
import { download } from '#web/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Downloads the rows with errors and their messages, to be corrected and uploaded again. */
export function ErrorsButton({ id }: { id: number }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => download('GET /admin/imports/{id}/errors', { params: { id } }),
  });
  return (
    <>
      <Button look="secondary" busy={isPending && 'Saving…'} onClick={() => mutate()}>
        <Icon name="download" /> Download errors
      </Button>
      {error && (
        <p role="alert" className="self-center text-danger text-small">
          {messageOf(error)}
        </p>
      )}
    </>
  );
}
