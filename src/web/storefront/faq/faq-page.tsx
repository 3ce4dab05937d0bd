import { useEffect, useRef } from 'react';
import { redirect, useNavigate, useSearchParams } from 'react-router';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/faq-page.ts';
import {
  canonicalFaqAddress,
  countOf,
  FAQ_CATEGORIES,
  type FaqCategory,
  type FaqFilter,
  faqEntries,
  faqQuery,
  filterFaq,
  readFaqFilter,
} from './faq-entries.ts';

const CATEGORIES = Object.entries(FAQ_CATEGORIES) as [FaqCategory, string][];

/** https://schema.org/FAQPage, for search engines, which read the server's HTML. */
const faqPage = import.meta.env.SSR
  ? () => ({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: faqEntries().map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    })
  : () => ({});

/** @throws a redirect to the canonical URL, because a form without scripts also sends empty fields */
export function loader({ request }: Route.LoaderArgs) {
  const canonical = canonicalFaqAddress(new URL(request.url).searchParams);
  if (canonical !== null) throw redirect(canonical);
  return null;
}

/** The page's own links and form are canonical, so typing sends no request. */
export const clientLoader = () => null;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, {
    title: pageTitle('Frequently asked questions'),
    description: 'Answers about accounts, payment, shipping, returns and orders, and how to reach us.',
    path: '/faq',
    hidden: location.search !== '',
    data: () => [faqPage()],
  });

export default function FaqPage() {
  const { supportPhone } = shop();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFaqFilter(query);
  const found = filterFaq(filter);
  const isFiltering = faqQuery(filter) !== '';
  const show = (wanted: Partial<FaqFilter>) =>
    void navigate(`/faq${faqQuery({ ...filter, ...wanted })}`, { replace: true, preventScrollReset: true });

  return (
    <div className="page max-w-4xl py-12 md:py-20">
      <h1>Frequently Asked Questions</h1>
      <p className="mt-4 text-muted">Twelve answers that most people look for. If yours is missing, write to us.</p>
      <FilterForm filter={filter} onChange={show} />
      <ul className="mt-4 flex flex-wrap gap-2" aria-label="Quick filters">
        {CATEGORIES.map(([category, label]) => {
          const isChosen = category === filter.category;
          return (
            <li key={category}>
              <Link
                to={`/faq${faqQuery({ ...filter, category: isChosen ? null : category })}`}
                replace
                preventScrollReset
                aria-current={isChosen ? 'true' : undefined}
                className="quick-filter"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
      <p role="status" className="mt-8 min-h-6 text-muted">
        {isFiltering && `Showing ${found.length} of ${faqEntries().length} questions`}
      </p>
      {found.length > 0 ? (
        <div className="mt-2 border-t border-line">
          {found.map(({ id, question, answer }, index) => (
            <details key={id} open={index === 0} className="group border-b border-line">
              <summary className="flex min-h-16 items-center justify-between gap-6 py-4">
                <h2 className="min-w-0 font-sans text-base font-semibold tracking-normal">{question}</h2>
                <Icon name="chevron-down" className="text-muted transition-transform group-open:rotate-180" />
              </summary>
              <p className="prose pb-6 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      ) : (
        <EmptyState
          icon="search-x"
          title="No Questions Found"
          action={
            <>
              <Link to="/faq" replace preventScrollReset className={buttonClass('primary')}>
                Clear Filters
              </Link>
              <Link to="/contact" className={buttonClass('secondary')}>
                Contact Support
              </Link>
            </>
          }
        >
          We couldn't find any questions matching your search criteria.
        </EmptyState>
      )}
      <section
        aria-labelledby="help"
        className="panel mt-16 grid grid-cols-1 gap-6 p-8 sm:grid-cols-[1fr_auto] sm:items-center md:p-10"
      >
        <div>
          <h2 id="help">Still Need Help?</h2>
          <p className="mt-2 text-muted">We are there Mon-Fri 9:00 AM-6:00 PM EST and reply within 24 hours.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/contact" className={buttonClass('primary')}>
            Contact Support
          </Link>
          <a
            href={supportPhone ? `tel:${supportPhone.replace(/[^\d+]/g, '')}` : '/contact'}
            className={buttonClass('secondary')}
          >
            <Icon name="phone" /> Call Us
          </a>
        </div>
      </section>
    </div>
  );
}

/** Filters while typing; without scripts the button submits the same URL. */
function FilterForm({ filter, onChange }: { filter: FaqFilter; onChange: (wanted: Partial<FaqFilter>) => void }) {
  const field = useRef<HTMLInputElement>(null);

  // The URL can change without the field, for example with Clear Filters.
  useEffect(() => {
    const { current } = field;
    if (current && current.value !== filter.search) current.value = filter.search;
  }, [filter.search]);

  return (
    <search aria-label="FAQ">
      <form
        action="/faq"
        className="mt-10 grid grid-cols-1 gap-3 sm:grid-cols-[2fr_1fr_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="field">
          <label htmlFor="faq-search" className="field-label">
            Search questions
          </label>
          <input
            ref={field}
            id="faq-search"
            name="search"
            type="search"
            maxLength={200}
            defaultValue={filter.search}
            onChange={({ target }) => onChange({ search: target.value })}
            className="input"
          />
        </div>
        <div className="field">
          <label htmlFor="faq-category" className="field-label">
            Category
          </label>
          <select
            key={filter.category}
            id="faq-category"
            name="category"
            className="input"
            defaultValue={filter.category ?? ''}
            onChange={({ target }) => onChange({ category: (target.value || null) as FaqCategory | null })}
          >
            <option value="">All categories ({faqEntries().length})</option>
            {CATEGORIES.map(([category, label]) => (
              <option key={category} value={category}>
                {label} ({countOf(category)})
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className={buttonClass('secondary', 'without-scripts self-end')}>
          Search
        </button>
      </form>
    </search>
  );
}
