import { logInWithCode } from '#web/shared/auth/sign-in.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface CodeFormProps {
  challenge: string;
  onEntered: () => Promise<void>;
  onBack: () => void;
}

/** The second step of a login. */
export default function CodeForm({ challenge, onEntered, onBack }: CodeFormProps) {
  const { form, field, failure, attempt, submit } = useShopForm(
    { code: '' },
    async ({ code }) => {
      await logInWithCode({ challenge, code });
      await onEntered();
    },
    { otherwise: 'Login failed' },
  );
  const { isSubmitting } = form.formState;
  return (
    <>
      <ErrorSummary message={failure} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...field('code', { required: 'Please enter the code.' })}
        />
        <Button type="submit" busy={isSubmitting && 'Logging in…'}>
          Log in
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back to the password
        </Button>
      </form>
    </>
  );
}
