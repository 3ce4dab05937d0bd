import { type FormEvent, useId, useState } from 'react';
import { Button, type SectionProps, type SubscriptionResult, subscribeToNewsletter } from '#plugin/web';
import type { NewsletterSettings } from '../../server/section-settings.ts';

/** A field in which visitors subscribe to the newsletter. */
export default function Newsletter({ settings: { title, text } }: SectionProps<NewsletterSettings>) {
  const id = useId();
  const [answer, setAnswer] = useState<SubscriptionResult>();
  const [isSending, setSending] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    setSending(true);
    const given = await subscribeToNewsletter(String(new FormData(form).get('email')));
    if (!given.isFailure) form.reset();
    setAnswer(given);
    setSending(false);
  };

  return (
    <section aria-labelledby={`${id}-title`} className="rounded-panel bg-accent-soft px-6 py-10 text-center md:py-14">
      <h2 id={`${id}-title`} className="wrap-anywhere">
        {title}
      </h2>
      <p
        id={`${id}-answer`}
        role="status"
        className={`mt-2 ${answer?.isFailure ? 'font-semibold text-danger' : 'text-muted'}`}
      >
        {answer?.text ?? text}
      </p>
      <form method="post" onSubmit={(event) => void send(event)} className="mx-auto mt-6 flex max-w-md flex-wrap gap-2">
        <label htmlFor={`${id}-email`} className="sr-only">
          Email address
        </label>
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Email address"
          aria-describedby={`${id}-answer`}
          aria-invalid={answer?.isFailure || undefined}
          className="input min-w-0 flex-1 basis-52"
        />
        <Button type="submit" busy={isSending && 'Sending…'}>
          Subscribe
        </Button>
      </form>
    </section>
  );
}
