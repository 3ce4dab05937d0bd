import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { applyCoupon, removeCoupon, useCart } from '#web/shared/cart/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/** Enters, shows and removes a coupon. A link such as `/cart?coupon=SAVE20` fills in its code. */
export function CouponEntry() {
  const { coupon } = useCart();
  const [params] = useSearchParams();
  const [code, setCode] = useState(params.get('coupon') ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      setCode('');
    } catch (refusal) {
      setError(messageOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    void run(() => applyCoupon(code));
  };

  if (coupon) {
    return (
      <div className="mt-5 flex items-center justify-between gap-3 border-line border-t pt-4">
        <p className="min-w-0 wrap-anywhere">
          Coupon <strong>{coupon.code}</strong>
          {coupon.refusal && <span className="block text-sale text-small">{coupon.refusal}</span>}
        </p>
        <button
          type="button"
          className="link inline-flex min-h-11 shrink-0 items-center text-small"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && void run(removeCoupon)}
        >
          {isBusy ? 'Removing…' : 'Remove coupon'}
        </button>
      </div>
    );
  }
  return (
    <form onSubmit={apply} className="mt-5 flex flex-wrap items-start gap-2 border-line border-t pt-4">
      <TextField
        label="Coupon code"
        className="min-w-0 flex-1 basis-[7.5rem]"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="secondary" className="mt-7" busy={isBusy && 'Applying…'}>
        Apply
      </Button>
    </form>
  );
}
