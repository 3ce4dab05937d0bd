import { MAX_OFFLINE_INSTRUCTIONS } from '#domain/checkout/offline-payment.ts';
import { call, callForMessage } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { Banner } from '#web/ui/banner.tsx';
import { NumberField, Switch, TextArea, TextField } from '#web/ui/field.tsx';
import { firstSecret, SecretField, sentSecret, typedSecret } from './secret-field.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { TestButton } from './test-button.tsx';
import { type SectionProps, useSection } from './use-section.ts';

const valuesOf = (settings: Settings['payment']) => ({
  stripeEnabled: settings.stripeEnabled,
  paypalEnabled: settings.paypalEnabled,
  offlineEnabled: settings.offlineEnabled,
  offlineInstructions: settings.offlineInstructions,
  maxPiecesPerOrder: settings.maxPiecesPerOrder,
  maxPiecesHeld: settings.maxPiecesHeld,
  maxPiecesHeldUnverified: settings.maxPiecesHeldUnverified,
  stripePublishableKey: settings.stripePublishableKey,
  paypalClientId: settings.paypalClientId,
  stripeSecretKey: firstSecret(settings.stripeSecretKey),
  stripeWebhookSecret: firstSecret(settings.stripeWebhookSecret),
  paypalClientSecret: firstSecret(settings.paypalClientSecret),
});

const CARDS_BY = {
  environment: 'Stripe takes cards with the keys from the environment variables, not those below.',
  settings: 'Stripe takes cards with the keys below.',
  sandbox: 'The built-in sandbox takes cards: no money moves. Enter both keys to take real payments.',
  nobody: 'No cards are taken yet: enter both keys.',
} as const;

const UNIT_RANGE = { min: 1, max: 99_900, step: 1 } as const;
/** Keys are not words, and browsers should not remember them. */
const KEY_INPUT = { autoComplete: 'off', spellCheck: false } as const;

type SecretName = 'stripeSecretKey' | 'stripeWebhookSecret' | 'paypalClientSecret';

function usePaymentSection({ settings, notify }: SectionProps<'payment'>) {
  const section = useSection({
    section: 'payment',
    name: 'Payment',
    settings,
    valuesOf,
    save: ({ stripeSecretKey, stripeWebhookSecret, paypalClientSecret, ...fields }, revision, confirmOpenPayments) => {
      const secrets = {
        stripeSecretKey: sentSecret(stripeSecretKey),
        stripeWebhookSecret: sentSecret(stripeWebhookSecret),
        paypalClientSecret: sentSecret(paypalClientSecret),
      };
      return call('PUT /admin/settings/payment', { body: { ...fields, ...secrets, revision, confirmOpenPayments } });
    },
    notify,
  });
  const { watch, setValue, setError, getValues, formState } = section.form;
  return {
    ...section,
    /** The properties of a `SecretField`. */
    secret: (name: SecretName) => ({
      error: formState.errors[name]?.message,
      isStored: settings[name],
      value: watch(name),
      onChange: (value: string | null | false) => setValue(name, value, { shouldDirty: true }),
    }),
    /** The properties of a `TestButton`, without its test. */
    test: {
      notify,
      onProblem: (name: string, message: string) =>
        name in getValues() && setError(name as 'stripePublishableKey', { message }),
    } as const,
  };
}

/** Tests the values in the form, saved or not. */
const testPayment = (body: Input<'POST /admin/settings/payment/test'>['body']) =>
  callForMessage('POST /admin/settings/payment/test', { body });

interface FieldsProps {
  section: ReturnType<typeof usePaymentSection>;
}

/** Payment methods; each provider's fields are below its switch. */
export function PaymentForm(props: SectionProps<'payment'>) {
  const { settings } = props;
  const section = usePaymentSection(props);
  const { field } = section;
  const { watch } = section.form;
  return (
    <SectionFrame of={section} name="Payment" saved={settings}>
      <Switch label="Cards (Stripe)" hint="Off: the checkout offers no card payment." {...field('stripeEnabled')} />
      {watch('stripeEnabled') && <StripeFields section={section} cardsBy={settings.cardsBy} />}
      <Switch label="Wallet (PayPal)" hint="Off: the checkout does not offer PayPal." {...field('paypalEnabled')} />
      {watch('paypalEnabled') && <PaypalFields section={section} />}
      <Switch
        label="Pay later"
        hint="Orders are placed unpaid, and you record the payment when it arrives."
        {...field('offlineEnabled')}
      />
      {watch('offlineEnabled') && (
        <TextArea
          label="Payment instructions (optional)"
          rows={5}
          dir="auto"
          maxLength={MAX_OFFLINE_INSTRUCTIONS}
          hint="How to pay, such as your bank details and the payment reference. Shown at the checkout, with the order and in its email."
          {...field('offlineInstructions')}
        />
      )}
      <ReservedStockFields section={section} />
    </SectionFrame>
  );
}

function StripeFields({
  section: { field, form, secret, test },
  cardsBy,
}: FieldsProps & { cardsBy: keyof typeof CARDS_BY }) {
  return (
    <FieldGroup title="Stripe">
      <Banner tone="info">{CARDS_BY[cardsBy]}</Banner>
      <TextField label="Stripe publishable key" placeholder="pk_…" {...KEY_INPUT} {...field('stripePublishableKey')} />
      <SecretField label="Stripe secret key" {...secret('stripeSecretKey')} />
      <SecretField
        label="Stripe webhook signing secret (optional)"
        hint="With it, payments are recorded at once. Without it, the shop checks every few minutes."
        {...secret('stripeWebhookSecret')}
      />
      <TestButton
        {...test}
        test={() =>
          testPayment({
            service: 'stripe',
            stripePublishableKey: form.getValues('stripePublishableKey'),
            stripeSecretKey: typedSecret(form.getValues('stripeSecretKey')),
          })
        }
      >
        Test Stripe Connection
      </TestButton>
    </FieldGroup>
  );
}

function PaypalFields({ section: { field, form, secret, test } }: FieldsProps) {
  return (
    <FieldGroup title="PayPal">
      <TextField label="PayPal client ID" {...KEY_INPUT} {...field('paypalClientId')} />
      <SecretField
        label="PayPal client secret"
        hint="Set up a webhook at PayPal for /api/payments/paypal/webhook of this shop to record payments at once. Without it, the shop checks every few minutes."
        {...secret('paypalClientSecret')}
      />
      <TestButton
        {...test}
        test={() =>
          testPayment({
            service: 'paypal',
            paypalClientId: form.getValues('paypalClientId'),
            paypalClientSecret: typedSecret(form.getValues('paypalClientSecret')),
          })
        }
      >
        Test PayPal Connection
      </TestButton>
    </FieldGroup>
  );
}

function ReservedStockFields({ section: { field } }: FieldsProps) {
  return (
    <FieldGroup
      title="Reserved stock"
      hint="Items are reserved while a customer pays. These limits keep one account from reserving all the stock."
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <NumberField label="Items per order" {...UNIT_RANGE} {...field('maxPiecesPerOrder', { valueAsNumber: true })} />
        <NumberField
          label="Reserved per account"
          {...UNIT_RANGE}
          {...field('maxPiecesHeld', { valueAsNumber: true })}
        />
        <NumberField
          label="With an unverified email"
          {...UNIT_RANGE}
          {...field('maxPiecesHeldUnverified', { valueAsNumber: true })}
        />
      </div>
    </FieldGroup>
  );
}
