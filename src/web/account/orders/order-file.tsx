import { type ReactNode, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/ui/toast.ts';

interface OrderFileProps {
  label: ReactNode;
  /** Starts the download. */
  fetchFile: () => Promise<void>;
}

/** Downloads a document of an order. */
export function OrderFile({ label, fetchFile }: OrderFileProps) {
  const [busy, setBusy] = useState(false);

  const fetch = async () => {
    setBusy(true);
    try {
      await fetchFile();
    } catch (error) {
      toastFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button look="secondary" busy={busy && 'Preparing…'} onClick={() => void fetch()}>
      {label}
    </Button>
  );
}
