import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { QrCode } from './qr-code.tsx';

interface TwoFactorSetupProps {
  secret: Data<'POST /auth/two-factor/setup'>;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The secret for the authenticator app, as QR code and text, and the first code that enables it. */
export function TwoFactorSetup({ secret: { secret, otpauth_url }, onDone, onCancel }: TwoFactorSetupProps) {
  const { form, field, failure, attempt, submit } = useShopForm({ code: '' }, async (body) => {
    const { recovery_codes } = await call('POST /auth/two-factor/confirm', { body });
    onDone(recovery_codes);
  });
  const { isSubmitting } = form.formState;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <QrCode text={otpauth_url} label="QR code for your authenticator app" />
      <form onSubmit={submit} noValidate className="grid min-w-0 flex-1 basis-64 gap-5">
        <p>
          Scan the code with an authenticator app, or type this key into it:{' '}
          <code className="block pt-1 font-semibold wrap-anywhere">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <a href={otpauth_url} className="link inline-flex min-h-11 items-center text-small">
            Open in the app on this device
          </a>
        </p>
        <ErrorSummary message={failure} attempt={attempt} />
        <TextField
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="max-w-48"
          {...field('code', { required: 'Please enter the six digits that the app shows.' })}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting && 'Checking…'}>
            Switch on
          </Button>
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
