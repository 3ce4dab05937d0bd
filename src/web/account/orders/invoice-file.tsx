import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { download } from '#web/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/ui/toast.ts';

/** Downloads the invoice of an order as PDF. */
export function InvoiceFile({ orderNumber }: { orderNumber: string }) {
  const [busy, setBusy] = useState(false);

  const fetchFile = async () => {
    setBusy(true);
    try {
      await download('GET /orders/{id}/invoice', { params: { id: orderNumber } });
    } catch (error) {
      toastFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button look="secondary" busy={busy && 'Preparing…'} onClick={() => void fetchFile()}>
      Invoice PDF
    </Button>
  );
}
