import { Amount } from '#web/shared/amount.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import type { HeldPayment } from './held-payment.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { PAYMENT_FORM } from './payment-form.tsx';
import { SHIPPING_FORM } from './shipping-form.tsx';

interface ShippingActionsProps {
  isPaidLater: boolean;
  /** Otherwise the button does nothing, but keeps the focus. */
  isReady: boolean;
  isBusy: boolean;
}

/** The next step after the address. */
export function ShippingActions({ isPaidLater, isReady, isBusy }: ShippingActionsProps) {
  return (
    <div className="flex items-start justify-end">
      <Button
        type="submit"
        form={SHIPPING_FORM}
        className="max-sm:w-full sm:min-w-64"
        aria-disabled={!isReady}
        onClick={(event) => {
          if (!isReady) event.preventDefault();
        }}
        busy={isBusy && 'One moment…'}
      >
        {isPaidLater ? 'Place Order' : 'Proceed to Payment'}
      </Button>
    </div>
  );
}

interface PaymentActionsProps {
  payment: HeldPayment;
  isBusy: boolean;
  onExpire: () => void;
}

/** Pay, or back to the address. */
export function PaymentActions({ payment, isBusy, onExpire }: PaymentActionsProps) {
  return (
    <div className="grid gap-4">
      <HoldCountdown key={payment.heldUntil} until={payment.heldUntil} onOver={onExpire} />
      <div className="flex flex-wrap-reverse items-center justify-between gap-4">
        <Link to="/checkout" className={buttonClass('quiet', 'max-sm:w-full sm:-ml-3')} aria-disabled={isBusy}>
          Back to shipping
        </Link>
        <Button
          type="submit"
          form={PAYMENT_FORM}
          className="max-sm:w-full sm:min-w-64"
          busy={isBusy && 'Processing Payment...'}
        >
          <span>
            Pay <Amount value={payment.totals.total} currency={payment.currency} />
          </span>
        </Button>
      </div>
    </div>
  );
}
