import { type ComponentProps, type InputEvent, useImperativeHandle, useRef, useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { CardFormProps } from './card-form.ts';
import { type CardField, cardProblems, groupCvc, groupExpiry, groupNumber, readCard } from './card-text.ts';
import { confirmSandboxCard } from './sandbox-payments.ts';

type Problems = Partial<Record<CardField, string>>;

const TEST_CARD = '4242 4242 4242 4242';

/** Shown beside a field that the provider rejects; its own message is above the form. */
const TO_CHECK = {
  number: 'Please check the card number.',
  expiry: 'Please check the expiry date.',
  cvc: 'Please check the security code.',
} as const satisfies Record<CardField, string>;

/** The sandbox's card form. Inputs are uncontrolled: card data is neither in state nor in storage. */
export default function SandboxCardForm({ ref, payment, returnUrl }: CardFormProps) {
  const number = useRef<HTMLInputElement>(null);
  const expiry = useRef<HTMLInputElement>(null);
  const cvc = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<Problems>({});

  useImperativeHandle(ref, () => ({
    async confirm(choice) {
      if (choice && 'saved' in choice) return confirmSandboxCard(payment, undefined, choice, returnUrl);
      const typed = {
        number: number.current?.value ?? '',
        expiry: expiry.current?.value ?? '',
        cvc: cvc.current?.value ?? '',
      };
      const found = cardProblems(typed, new Date());
      setProblems(found);
      if (Object.keys(found).length > 0) return { outcome: 'refused', message: 'Please check your card details.' };
      const result = await confirmSandboxCard(payment, readCard(typed), choice, returnUrl);
      if (result.outcome === 'refused' && result.field) setProblems({ [result.field]: TO_CHECK[result.field] });
      return result;
    },
  }));

  return (
    <div className="grid gap-5">
      <Banner tone="info">
        This is a test shop: no money moves and nothing is sent. Try the card{' '}
        <strong className="whitespace-nowrap">{TEST_CARD}</strong> with any future date and any security code.
      </Banner>
      <CardInput
        ref={number}
        label="Card number"
        name="card-number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={23}
        error={problems.number}
        group={groupNumber}
      />
      <div className="grid grid-cols-2 gap-4">
        <CardInput
          ref={expiry}
          label="Expiry date"
          name="card-expiry"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          maxLength={9}
          error={problems.expiry}
          group={groupExpiry}
        />
        <CardInput
          ref={cvc}
          label="Security code (CVC)"
          name="card-cvc"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          error={problems.cvc}
          group={groupCvc}
        />
      </div>
    </div>
  );
}

type CardInputProps = ComponentProps<typeof TextField> & { group: (typed: string) => string };

/** Groups digits while typing and keeps the caret after the same digit. */
function CardInput({ group, ...field }: CardInputProps) {
  const regroup = ({ currentTarget: input }: InputEvent<HTMLInputElement>) => {
    const caret = input.selectionStart ?? input.value.length;
    const isAtEnd = caret === input.value.length;
    const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
    input.value = group(input.value);
    const place = isAtEnd ? input.value.length : placeBehind(input.value, digitsBefore);
    input.setSelectionRange(place, place);
  };
  return <TextField {...field} inputMode="numeric" spellCheck={false} required onInput={regroup} />;
}

function placeBehind(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}
