import { type FormEvent, useRef, useState } from 'react';
import { useHeldSubmit } from '#web/ui/hydrate-on-interaction.ts';
import { type SubscriptionResult, subscribeToNewsletter } from './subscribe.ts';

/** The newsletter box. The server's answer replaces the invitation. */
export function NewsletterForm() {
  const [answer, setAnswer] = useState<SubscriptionResult>();
  const [isSending, setSending] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  useHeldSubmit(box);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setSending(true);
    const given = await subscribeToNewsletter(String(new FormData(form).get('email')));
    if (!given.isFailure) form.reset();
    setAnswer(given);
    setSending(false);
  };

  return (
    <form
      ref={box}
      method="post"
      onSubmit={(event) => void send(event)}
      className="with-scripts"
      data-dehydrated
      suppressHydrationWarning
    >
      <label htmlFor="newsletter" className="font-semibold">
        Letters, rarely
      </label>
      <p
        id="newsletter-answer"
        className={`mt-2 mb-4 ${answer?.isFailure ? 'font-semibold' : 'text-on-band-muted'}`}
        role="status"
      >
        {answer?.text ?? 'News from the shop.'}
      </p>
      <div className="flex gap-2 max-lg:flex-wrap">
        <input
          id="newsletter"
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Email address"
          aria-describedby="newsletter-answer"
          aria-invalid={answer?.isFailure || undefined}
          className="input min-w-0 max-lg:flex-1 max-lg:basis-[7.5rem] border-on-band-muted bg-transparent text-on-band placeholder:text-on-band-muted focus-visible:outline-on-band"
        />
        <button
          type="submit"
          className="button bg-on-band text-band-ink"
          aria-disabled={isSending || undefined}
          aria-busy={isSending || undefined}
        >
          Subscribe
        </button>
      </div>
    </form>
  );
}
