import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';

interface DownloadButtonProps {
  /** Starts the download. */
  fetchFile: () => Promise<void>;
  /** Label while the server writes the file. */
  busy?: string;
  small?: boolean;
  /** The notice for a failure without a message. */
  failure?: string;
  notify: Notify;
  children: ReactNode;
}

/** Downloads a file that the server writes. */
export function DownloadButton({
  fetchFile,
  busy = 'Exporting…',
  small = false,
  failure,
  notify,
  children,
}: DownloadButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchFile,
    onError: (error) => notify('danger', messageOf(error, failure)),
  });
  return (
    <Button look="secondary" small={small} busy={isPending && busy} onClick={() => mutate()}>
      {children}
    </Button>
  );
}
