import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CONTACT_SUBJECTS, type ContactSubject, contactSubjectLabel } from '#domain/accounts/contact-subject.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { sendMessage } from './send-message.ts';

/** Back-office §4: how long the confirmation stays. */
const CONFIRMATION_MS = 5_000;

/** The contact form. Input stays until the server has accepted it. */
export function ContactForm() {
  const [query] = useSearchParams();
  const [confirmation, setConfirmation] = useState('');
  const wanted = CONTACT_SUBJECTS.find((subject) => subject === query.get('subject'));
  const empty = { name: '', email: '', subject: wanted ?? ('' as ContactSubject), message: '', website: '' };

  const { form, field, failure, attempt, submit } = useShopForm(empty, async (values) => {
    setConfirmation('');
    setConfirmation(await sendMessage(values));
    form.reset({ ...empty, subject: '' as ContactSubject });
  });
  const { isSubmitting } = form.formState;

  // Prefill once the account is known, never over typed input. A sent form stays empty.
  const { user } = useAuth();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!user) return;
    for (const name of ['name', 'email'] as const) {
      // The fields themselves: what was typed before hydration is replayed later.
      const control = element.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement && control.value === '') form.setValue(name, user[name]);
    }
  }, [user, form]);

  useEffect(() => {
    if (confirmation === '') return;
    const timer = setTimeout(() => setConfirmation(''), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [confirmation]);

  return (
    <form ref={element} method="post" onSubmit={submit} noValidate className="grid gap-5">
      <ErrorSummary message={failure} attempt={attempt} />
      {confirmation !== '' && <Banner tone="success">{confirmation}</Banner>}
      <noscript>
        <Banner tone="info">This form needs scripts. Without them, please send us an email.</Banner>
      </noscript>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="name"
          {...field('name', { required: 'Please enter your name.' })}
        />
        <TextField
          label="Email"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          {...field('email', {
            required: 'Please enter your email address.',
            pattern: { value: /^\S+@\S+\.\S+$/, message: 'Please enter a valid email address.' },
          })}
        />
      </div>
      <SelectField label="Subject" required {...field('subject', { required: 'Please choose a subject.' })}>
        <option value="">Choose a subject</option>
        {CONTACT_SUBJECTS.map((subject) => (
          <option key={subject} value={subject}>
            {contactSubjectLabel(subject)}
          </option>
        ))}
      </SelectField>
      <TextArea label="Message" required rows={7} {...field('message', { required: 'Please enter your message.' })} />
      {/* Honeypot for bots: the server discards messages that fill it in. */}
      <div aria-hidden="true" className="sr-only">
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
      </div>
      <Button type="submit" busy={isSubmitting && 'Sending...'} className="justify-self-start">
        Send message
      </Button>
    </form>
  );
}
