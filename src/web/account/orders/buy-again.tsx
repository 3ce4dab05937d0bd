import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { newKey } from '#web/api/new-key.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import { counted } from '#web/shared/counted.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast, toastFailure } from '#web/ui/toast.ts';

type Result = Data<'POST /account/orders/{id}/again'>;

/** Adds the products of an order that are still sold to the cart, and names the others. */
export function BuyAgain({ id }: { id: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);

  const buy = async () => {
    setBusy(true);
    try {
      const key = { idempotencyKey: newKey() };
      const done = await call('POST /account/orders/{id}/again', { params: { id } }, key);
      void loadCart();
      if (done.refused.length > 0) setResult(done);
      else toast(`${addedUnits(done)} put into your cart`, [{ label: 'View cart', run: () => void navigate('/cart') }]);
    } catch (error) {
      toastFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button look="secondary" busy={busy && 'Adding…'} onClick={() => void buy()}>
        Buy again
      </Button>
      <Dialog isOpen={result !== null} onClose={() => setResult(null)} title="Some items could not be added">
        {result && <Leftovers result={result} onClose={() => setResult(null)} onCart={() => void navigate('/cart')} />}
      </Dialog>
    </>
  );
}

function Leftovers({ result, onClose, onCart }: { result: Result; onClose: () => void; onCart: () => void }) {
  return (
    <>
      {result.added.length > 0 && <p className="mb-3 text-muted">{addedUnits(result)} put into your cart. Left out:</p>}
      <ul className="grid gap-2">
        {result.refused.map(({ name, reason }) => (
          <li key={name}>
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
        {result.added.length > 0 && <Button onClick={onCart}>View cart</Button>}
      </div>
    </>
  );
}

function addedUnits({ added }: Result): string {
  const units = added.reduce((sum, { quantity }) => sum + quantity, 0);
  return counted(units, ['item was', 'items were']);
}
