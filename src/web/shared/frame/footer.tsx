import pluginMenu from 'virtual:footer-menu';
import FooterSlot from 'virtual:slot/footer';
import type { PagePath } from '#domain/pages.ts';
import type { ShopInfo } from '#web/shared/shop/default-shop.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { CachedFragment } from '#web/ui/cached-fragment.tsx';
import { Link } from '#web/ui/link.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

type Address = PagePath | `${PagePath}?${string}`;
type Column<To extends string = Address> = readonly [
  title: string,
  links: readonly (readonly [to: To, name: string])[],
];

const COLUMNS: readonly Column[] = [
  [
    'Help',
    [
      ['/faq', 'FAQ'],
      ['/dashboard/orders', 'Track Order'],
      ['/returns', 'Returns'],
      ['/shipping', 'Shipping Info'],
      ['/size-guide', 'Size Guide'],
      ['/contact?subject=support', 'Support'],
    ],
  ],
  [
    'The shop',
    [
      ['/', 'Home'],
      ['/about', 'About'],
      ['/contact', 'Contact'],
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/cookies', 'Cookies'],
      ['/accessibility', 'Accessibility'],
    ],
  ],
];

type FooterFacts = Pick<ShopInfo, 'siteName' | 'siteDescription' | 'contactEmail' | 'supportPhone' | 'categories'>;

/** Storefront §2: five categories of this shop; then the links of plug-ins. */
const shopLinks = (categories: ShopInfo['categories']): Column<string> => [
  'Shop',
  [
    ['/products', 'Products'],
    ...categories.map(({ id, name }) => [`/products?category=${id}`, name] as const),
    ...(pluginMenu ?? []),
  ],
];

export default function Footer() {
  const { siteName, siteDescription, contactEmail, supportPhone, categories } = shop();
  return (
    <CachedFragment
      as="footer"
      className="mt-24 bg-band text-on-band print:hidden"
      of={FooterContent}
      with={{ siteName, siteDescription, contactEmail, supportPhone, categories }}
    />
  );
}

function FooterContent({ siteName, siteDescription, contactEmail, supportPhone, categories }: FooterFacts) {
  return (
    <>
      <div className="page grid grid-cols-(--two-columns) gap-x-8 gap-y-12 py-14 md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1.8fr] lg:py-20">
        <div className="max-lg:col-span-full">
          <p className="font-display text-3xl font-semibold tracking-tight wrap-anywhere">{siteName}</p>
          <p className="mt-3 max-w-56 text-on-band-muted wrap-anywhere">{siteDescription}</p>
          <ContactLinks contactEmail={contactEmail} supportPhone={supportPhone} />
        </div>
        {[shopLinks(categories), ...COLUMNS].map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <p className="mb-2 font-semibold">{title}</p>
            {links.map(([path, name]) => (
              <Link
                key={path}
                to={path}
                className="flex min-h-11 items-center text-on-band-muted hover:text-on-band hover:underline lg:min-h-9"
              >
                {name}
              </Link>
            ))}
          </nav>
        ))}
        <NewsletterForm />
      </div>
      {FooterSlot && <FooterSlot />}
      <p className="page border-t border-on-band-line py-6 text-small text-on-band-muted">
        Support Mon-Fri 9:00 AM-6:00 PM EST
      </p>
    </>
  );
}

/** The merchant's contact details (back-office §3, site settings). */
function ContactLinks({ contactEmail, supportPhone }: Pick<FooterFacts, 'contactEmail' | 'supportPhone'>) {
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
