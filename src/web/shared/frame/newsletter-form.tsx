import { type FormEvent, useState } from 'react';

/** The box for the shop's letters. */
export function NewsletterForm() {
  const [answer, setAnswer] = useState('');

  const subscribe = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.reset();
    setAnswer('Thank you. Please confirm the link in the mail that we have sent you.');
  };

  return (
    <form className="max-lg:col-span-full" onSubmit={subscribe}>
      <label htmlFor="newsletter" className="font-semibold">
        Letters, rarely
      </label>
      <p className="mt-2 mb-4 text-on-band-muted" role="status">
        {answer || 'New arrivals, twice a month.'}
      </p>
      <div className="flex gap-2">
        <input
          id="newsletter"
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Email address"
          className="input min-w-0 border-on-band-muted bg-transparent text-on-band placeholder:text-on-band-muted focus-visible:outline-on-band"
        />
        <button type="submit" className="button bg-on-band text-band-ink">
          Subscribe
        </button>
      </div>
    </form>
  );
}
