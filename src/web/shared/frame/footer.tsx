import FooterSlot from 'virtual:slot/footer';
import type { ShopInfo } from '#web/shared/shop/default-shop.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { CachedFragment } from '#web/ui/cached-fragment.tsx';
import { footerMenus } from './footer-menus.ts';
import { MenuLink } from './menu-link.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

type FooterProps = Pick<
  ShopInfo,
  'siteName' | 'siteDescription' | 'contactEmail' | 'supportPhone' | 'categories' | 'frame'
>;

export default function Footer() {
  const { siteName, siteDescription, contactEmail, supportPhone, categories, frame } = shop();
  return (
    <CachedFragment
      as="footer"
      className="mt-24 bg-band text-on-band print:hidden"
      of={FooterContent}
      with={{ siteName, siteDescription, contactEmail, supportPhone, categories, frame }}
    />
  );
}

function FooterContent({ siteName, siteDescription, contactEmail, supportPhone, categories, frame }: FooterProps) {
  const menus = frame?.footerMenus ?? footerMenus(categories, frame?.footerLinks);
  return (
    <>
      <div className="page footer-parts">
        <div>
          <p className="font-display text-3xl font-semibold tracking-tight wrap-anywhere">{siteName}</p>
          <p className="mt-3 max-w-56 text-on-band-muted whitespace-pre-line wrap-anywhere">
            {frame?.footerText ?? siteDescription}
          </p>
          <ContactLinks contactEmail={contactEmail} supportPhone={supportPhone} />
        </div>
        {menus.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="footer-heading">{title}</p>
            {links.map(({ to, label }) => (
              <MenuLink
                key={`${to} ${label}`}
                to={to}
                className="flex min-h-11 items-center text-on-band-muted hover:text-on-band hover:underline lg:min-h-9"
              >
                {label}
              </MenuLink>
            ))}
          </nav>
        ))}
        <NewsletterForm />
      </div>
      {FooterSlot && <FooterSlot />}
      <p className="page border-t border-on-band-line py-6 text-small text-on-band-muted">
        {frame?.footerNote ?? 'Support Mon-Fri 9:00 AM-6:00 PM EST'}
      </p>
    </>
  );
}

/** The merchant's contact details (back-office §3, site settings). */
function ContactLinks({ contactEmail, supportPhone }: Pick<FooterProps, 'contactEmail' | 'supportPhone'>) {
  const look =
    'inline-flex min-h-11 items-center text-on-band-muted hover:text-on-band hover:underline wrap-anywhere lg:min-h-9';
  return (
    <address className="mt-3 grid justify-items-start not-italic">
      {contactEmail && (
        <a href={`mailto:${contactEmail}`} className={look}>
          {contactEmail}
        </a>
      )}
      {supportPhone && (
        <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`} className={look}>
          {supportPhone}
        </a>
      )}
    </address>
  );
}
