import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';

interface Answer {
  readonly text: string;
  readonly isFailure: boolean;
}

/** The box for the shop's letters. The server's answer takes the place of the invitation. */
export function NewsletterForm() {
  const [answer, setAnswer] = useState<Answer>();
  const [isSending, setSending] = useState(false);

  const subscribe = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email'));
    setSending(true);
    try {
      const text = await callForMessage('POST /newsletter', { body: { email } });
      form.reset();
      setAnswer({ text, isFailure: false });
    } catch (error) {
      const [wrongAddress] = (error instanceof ApiError && error.errors.email) || [];
      setAnswer({ text: wrongAddress ?? messageOf(error), isFailure: true });
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="max-lg:col-span-full" onSubmit={(event) => void subscribe(event)}>
      <label htmlFor="newsletter" className="font-semibold">
        Letters, rarely
      </label>
      <p
        id="newsletter-answer"
        className={`mt-2 mb-4 ${answer?.isFailure ? 'font-semibold' : 'text-on-band-muted'}`}
        role="status"
      >
        {answer?.text ?? 'What is new in the shop.'}
      </p>
      <div className="flex gap-2">
        <input
          id="newsletter"
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Email address"
          aria-describedby="newsletter-answer"
          aria-invalid={answer?.isFailure || undefined}
          className="input min-w-0 border-on-band-muted bg-transparent text-on-band placeholder:text-on-band-muted focus-visible:outline-on-band"
        />
        <button
          type="submit"
          className="button bg-on-band text-band-ink"
          disabled={isSending}
          aria-busy={isSending || undefined}
        >
          Subscribe
        </button>
      </div>
    </form>
  );
}
