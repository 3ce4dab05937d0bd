import HomeSlot from 'virtual:slot/home';
import { useRevalidator } from 'react-router';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { jsonReader, toJson } from '#web/shared/json-data.ts';
import { freeShippingFrom } from '#web/shared/money.ts';
import { pageMeta } from '#web/shared/page-meta.ts';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { flatRateInstead, takesCards } from '#web/shared/shop/terms.ts';
import { apiContext, blurredPicturesContext } from '#web/ssr/load-context.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { showFocused } from '#web/ui/show-focused.ts';
import type { Route } from './+types/home-page.ts';
import { Carousel } from './carousel.tsx';
import { type HomeData, readHome } from './home-data.ts';

const benefits = () =>
  [
    ['truck', 'Free shipping', `On orders above ${freeShippingFrom()}`, flatRateInstead()],
    ['rotate-ccw', '30-day returns', 'Changed your mind? Send it back.', null],
    ['lock', 'Secure payment', takesCards() ? 'Cards never touch our servers' : 'No card details needed', null],
    ['headphones', '24/7 support', 'Write at any time; we reply within 24 hours', null],
  ] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const home = await readHome(context.get(apiContext));
  // The large picture of the first slide, or what the plug-in's page opens with.
  const slide = [...home.categories, ...home.featured].find(({ image }) => image !== null);
  const { opens_with: opening } = (home.content ?? {}) as { opens_with?: string | null };
  await context.get(blurredPicturesContext).load(opening ?? slide?.image);
  return toJson(home);
}

export const clientLoader = () => import('./home-data.ts').then(({ fetchHome }) => fetchHome());

/** https://schema.org data about the organisation and its search. */
const shopDescription = (origin: string) => [
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shop().siteName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  },
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop().siteName,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/products?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `${shop().siteName}: ${shop().siteDescription || 'online shop'}`,
    description: `${shop().siteDescription} ${deliveryCost()}, 30-day returns, secure payment.`.trim(),
    path: '/',
    // For search engines, which read the server's HTML.
    ...(import.meta.env.SSR && { data: shopDescription }),
  });

const LAYOUT = 'page page-wide grid grid-cols-[minmax(0,1fr)] gap-16 pt-4 lg:gap-24 lg:pt-8';

const readData = jsonReader<HomeData>();

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const home = readData(loaderData);
  if (HomeSlot && home.content != null) {
    return (
      <div className={LAYOUT}>
        <h1 className="sr-only">{shop().siteName}</h1>
        <HomeSlot content={home.content} />
      </div>
    );
  }
  const { categories, featured, error } = home;
  return (
    <div className={LAYOUT}>
      {/* Not a slide's heading, which is hidden while another slide is shown. */}
      <h1 className="sr-only">{shop().siteName}</h1>
      <Carousel pictures={slidePictures(categories, featured)} />
      {/* A new shop has none yet. */}
      {categories.length > 0 && <CategoryRow categories={categories} />}
      <FeaturedProducts featured={featured} error={error} />
      <Benefits />
    </div>
  );
}

type Categories = HomeData['categories'];
type Featured = HomeData['featured'];

/** A slide has the large picture of a category and small ones of two products. */
function slidePictures(categories: Categories, featured: Featured): string[] {
  const scenes = categories.flatMap(({ image }) => image ?? []);
  const products = featured.flatMap(({ image }) => image ?? []);
  const slides = scenes.flatMap((scene, slide) => [scene, ...products.slice(2 * slide, 2 * slide + 2)]);
  return [...new Set([...slides, ...products, ...scenes])];
}

function CategoryRow({ categories }: { categories: Categories }) {
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="mb-6">
        Shop by Category
      </h2>
      <ul className="category-row" onFocus={showFocused}>
        {categories.map(({ id, name, image, product_count }) => (
          <li key={id}>
            <Link to={`/products/category/${id}`} className="category-tile">
              <span className="product-picture block">
                <Picture src={image} alt="" of="category" sizes="(width >= 1024px) 20vw, 40vw" />
              </span>
              <span className="mt-3 flex justify-between gap-2 font-semibold">
                {name}
                {product_count > 0 && (
                  <span className="nums relative font-normal text-muted">
                    {product_count}
                    <span className="sr-only"> {product_count === 1 ? 'product' : 'products'}</span>
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FeaturedProducts({ featured, error }: Pick<HomeData, 'featured' | 'error'>) {
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="featured">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="featured">Featured Products</h2>
        <Link to="/products" className="link inline-flex min-h-11 items-center">
          View All Products
        </Link>
      </div>
      {error && (
        <Banner tone="warning" className="mb-6 items-center">
          {error}{' '}
          <Button look="secondary" small className="ml-3" onClick={() => void revalidate()}>
            Retry
          </Button>
        </Banner>
      )}
      {!error && featured.length === 0 && (
        <p className="text-muted">No products are featured at the moment. View all products instead.</p>
      )}
      <div className="product-grid product-grid-wide">
        {featured.map((product) => (
          <ProductCard key={product.id} product={product} sizes="(width >= 768px) 23vw, 46vw" />
        ))}
      </div>
      {/* Storefront §2: the line with the count and the error is visible. */}
      <p className="mt-6 text-small text-muted">
        Featured products: {featured.length}. Error: {error ?? 'none'}.
      </p>
    </section>
  );
}

const Benefits = () => (
  <section aria-label="What you can rely on" className="panel grid sm:grid-cols-2 lg:grid-cols-4">
    {benefits().map(([icon, title, text, condition]) => (
      <div key={icon} className="benefit">
        <Icon name={icon} className="text-xl text-accent" />
        <h2 className="mt-2 font-sans font-semibold text-base">{title}</h2>
        <p className="text-muted">{text}</p>
        {condition && <p className="mt-1 text-muted text-small">{condition}</p>}
      </div>
    ))}
  </section>
);
