import type { ReactNode } from 'react';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/contact-page.ts';
import { ContactForm } from './contact-form.tsx';

/** Back-office §2, Contact. */
const HOURS = [
  ['Mon-Fri', '9:00 AM-6:00 PM'],
  ['Sat-Sun', '10:00 AM-4:00 PM'],
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Contact us'),
    description: 'Write to us or call. We reply within 24 hours.',
    path: '/contact',
  });

export default function ContactPage() {
  const { siteName, siteDescription, contactEmail, supportPhone } = shop();
  return (
    <div className="page grid grid-cols-1 gap-x-20 gap-y-12 py-12 md:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <div>
        <h1>Contact us</h1>
        <p className="mt-4 max-w-[44ch] text-muted">
          A question, a problem, an idea? A person reads every message. You may find the answer in the{' '}
          <Link to="/faq" className="link">
            FAQ
          </Link>
          .
        </p>
        <dl className="mt-10 border-t border-line">
          <Detail icon="map-pin" name="Shop">
            <span className="font-semibold">{siteName}</span>
            <br />
            {siteDescription}
          </Detail>
          {contactEmail && (
            <Detail icon="mail" name="Email">
              <a href={`mailto:${contactEmail}`} className="link wrap-anywhere">
                {contactEmail}
              </a>
            </Detail>
          )}
          {supportPhone && (
            <Detail icon="phone" name="Phone">
              <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} className="link">
                {supportPhone}
              </a>
            </Detail>
          )}
          <Detail icon="clock" name="Hours">
            {HOURS.map(([days, hours]) => (
              <span key={days} className="flex max-w-72 flex-wrap">
                <span className="w-[5rem]">{days}</span>
                <span className="nums">{hours}</span>
              </span>
            ))}
          </Detail>
        </dl>
      </div>
      <section aria-labelledby="write" className="panel self-start p-6 md:p-10">
        <h2 id="write" className="mb-6">
          Send us a message
        </h2>
        <ContactForm />
      </section>
    </div>
  );
}

function Detail({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[2rem_1fr] gap-x-2 border-b border-line py-5">
      <dt className="contents">
        <Icon name={icon} className="mt-0.5 text-xl text-accent" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
