import { Picture } from '#web/shared/catalogue/picture.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/about-page.ts';

/** Made by the demo's studio (docs/decisions/0069), and part of the program. */
const TABLE = '/media/about-table_1600';

/** Back-office §2, About: the claims are static. */
const CLAIMS = [
  ['50K+', 'customers'],
  ['10K+', 'products'],
  ['99%', 'satisfaction'],
  ['24/7', 'support'],
] as const;

const VALUES = [
  [
    'lock',
    'Trust & Security',
    'Card details never touch our servers. Our privacy policy says in plain words what we store about you.',
  ],
  [
    'heart',
    'Customer First',
    'Thirty days to change your mind, a person to talk to, and every cost on its own line before you pay.',
  ],
  [
    'sparkles',
    'Innovation',
    'A shop that opens at once and works on a slow connection, with a keyboard, and even offline. Better tools, less noise.',
  ],
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('About us'),
    description: `Who runs ${shop().siteName}, what it stands for, and how to reach it.`,
    path: '/about',
  });

export default function AboutPage() {
  return (
    <div className="page py-12 md:py-20">
      <p className="text-small font-semibold text-muted">About {shop().siteName}</p>
      <h1 className="mt-3 max-w-[18ch] text-hero">Useful things, well chosen, under one roof</h1>
      <div className="mt-10 overflow-hidden rounded-card md:mt-16">
        <Picture
          src={TABLE}
          alt="A plant, a vase, a book, a teapot, a radio and a camera side by side"
          sizes="(width >= 1344px) 1296px, 94vw"
          className="aspect-[2.4]"
          first
        />
      </div>

      <section aria-labelledby="story" className="mt-12 grid gap-x-16 gap-y-4 md:mt-20 lg:grid-cols-[1fr_2fr]">
        <h2 id="story">Our story</h2>
        <div className="prose text-lg">
          <p>
            In ancient Greek cities, a stoa was a long, open hall beside the market: shade, columns, and everything a
            household needs, side by side. People came for oil or sandals and stayed to talk. {shop().siteName} is built
            on that idea.
          </p>
          <p>
            We began with a short list of things that are a pleasure to use every day, and a promise to say plainly what
            each of them is and what it costs. The list has grown since. The promise has not changed.
          </p>
        </div>
      </section>

      <dl className="mt-16 grid grid-cols-2 border-y border-line md:mt-24 lg:grid-cols-4">
        {CLAIMS.map(([figure, what]) => (
          <div key={what} className="flex flex-col-reverse py-8 lg:py-10">
            <dt className="mt-1 text-muted">{what}</dt>
            <dd className="font-display text-h1 tracking-tight">{figure}</dd>
          </div>
        ))}
      </dl>

      <section aria-labelledby="values" className="mt-16 md:mt-24">
        <h2 id="values">What we stand for</h2>
        <ul className="mt-8 grid gap-10 md:grid-cols-3 md:gap-12">
          {VALUES.map(([icon, name, text]) => (
            <li key={name}>
              <Icon name={icon} className="text-2xl text-accent" />
              <h3 className="mt-4 text-lg">{name}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section
        aria-labelledby="next"
        className="panel mt-16 grid gap-6 p-8 md:mt-24 md:p-12 lg:grid-cols-[1fr_auto] lg:items-center"
      >
        <div>
          <h2 id="next">Come in and look around</h2>
          <p className="mt-2 text-muted">Or write to us first. A person reads every message.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/products" className={buttonClass('primary')}>
            Browse products
          </Link>
          <Link to="/contact" className={buttonClass('secondary')}>
            Contact us
          </Link>
        </div>
      </section>
    </div>
  );
}
