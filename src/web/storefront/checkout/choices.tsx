import { Amount } from '#web/shared/amount.tsx';
import { PaymentInstructions } from '#web/shared/orders/payment-instructions.tsx';
import { formatDays } from '#web/shared/shop/delivery-days.ts';
import { Banner } from '#web/ui/banner.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import type { PaymentMethod, PaymentMethodName } from './payment-methods.ts';
import type { Quote, ShippingMethod } from './quote.ts';

/** The shipping methods, if there are several. */
export function ShippingChoice({
  quote,
  onChoose,
}: {
  quote: Quote | null;
  onChoose: (method: ShippingMethod) => void;
}) {
  if (!quote || quote.shipping_options.length < 2) return null;
  const options = quote.shipping_options.map(({ method, label, cost, expected_delivery: expected }) => ({
    value: method,
    label: expected ? (
      <>
        {label} <span className="block text-muted text-small">{formatDays(expected)}</span>
      </>
    ) : (
      label
    ),
    aside: cost === '0.00' ? 'FREE' : <Amount value={cost} currency={quote.currency} />,
  }));
  return <RadioList legend="Delivery" options={options} chosen={quote.shipping_method} onChoose={onChoose} />;
}

interface PaymentChoiceProps {
  methods: readonly PaymentMethod[] | null;
  paymentMethod: PaymentMethodName | undefined;
  onChoose: (method: PaymentMethodName) => void;
}

/** The payment methods, if there are more than cards. A Pay later method is shown even if it is the only one. */
export function PaymentChoice({ methods, paymentMethod, onChoose }: PaymentChoiceProps) {
  if (!paymentMethod)
    return <Banner tone="warning">This shop takes no payments at the moment. Please come back later.</Banner>;
  const chosen = methods?.find(({ method }) => method === paymentMethod);
  if (!methods || (methods.length < 2 && paymentMethod === 'card')) return null;
  const options = methods.map(({ method, label }) => ({ value: method, label }));
  return (
    <div className="grid gap-4">
      <RadioList legend="Payment" options={options} chosen={paymentMethod} onChoose={onChoose} />
      {chosen?.instructions && <PaymentInstructions text={chosen.instructions} />}
    </div>
  );
}
