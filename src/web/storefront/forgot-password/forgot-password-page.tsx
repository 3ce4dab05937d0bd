import { useState } from 'react';
import { callForMessage } from '#web/api/call.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = () => [{ title: pageTitle('Forgot password') }, { name: 'robots', content: 'noindex' }];

export default function ForgotPasswordPage() {
  const [answer, setAnswer] = useState('');
  const { form, field, failure, attempt, submit } = useShopForm({ email: '' }, async (body) => {
    setAnswer('');
    setAnswer(await callForMessage('POST /auth/forgot-password', { body }));
  });
  const { isSubmitting } = form.formState;

  return (
    <NarrowPage
      title="Forgot password"
      lead={
        <>
          We send you a link to choose a new one. Remembered it?{' '}
          <Link to="/login" className="link whitespace-nowrap">
            Log in
          </Link>
        </>
      }
    >
      <ErrorSummary message={failure} attempt={attempt} />
      {answer !== '' && (
        <Banner tone="success" className="mb-6">
          {answer} The link works for one hour.
        </Banner>
      )}
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...field('email', { required: 'Please enter your email address.' })}
        />
        <Button type="submit" busy={isSubmitting && 'Sending…'}>
          Send link
        </Button>
      </form>
    </NarrowPage>
  );
}
