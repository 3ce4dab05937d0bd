import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Amount } from '#web/shared/amount.tsx';
import { applyCoupon, removeCoupon, useCart } from '#web/shared/cart/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/**
 * Enters, shows and removes a coupon, and says so to screen readers. A link such as `/cart?coupon=SAVE20` fills in its
 * code.
 */
export function CouponEntry() {
  const { coupon, total } = useCart();
  const [params] = useSearchParams();
  const [code, setCode] = useState(params.get('coupon') ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState('');
  const part = useRef<HTMLDivElement>(null);

  const run = async (work: () => Promise<void>, words: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      setCode('');
      setDone(words);
    } catch (refusal) {
      setError(messageOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    void run(() => applyCoupon(code), 'Coupon applied.');
  };

  // The button that had the focus is gone.
  useEffect(() => {
    if (done) part.current?.focus({ preventScroll: true });
  }, [done]);
  useEffect(() => {
    if (error) part.current?.querySelector('input')?.focus();
  }, [error]);

  return (
    <div ref={part} tabIndex={-1} className="mt-5 border-line border-t pt-4 outline-none">
      <p role="status" className="sr-only">
        {done && (
          <>
            {done} The total is now <Amount value={total} />.
          </>
        )}
      </p>
      {coupon ? (
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            Coupon <strong>{coupon.code}</strong>
            {coupon.refusal && <span className="block text-sale text-small">{coupon.refusal}</span>}
          </p>
          <button
            type="button"
            className="link inline-flex min-h-11 shrink-0 items-center text-small"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && void run(removeCoupon, 'Coupon removed.')}
          >
            {isBusy ? 'Removing…' : 'Remove coupon'}
          </button>
        </div>
      ) : (
        <form onSubmit={apply} className="flex flex-wrap items-start gap-2">
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
      )}
    </div>
  );
}
