import { useEffect, useRef } from 'react';
import { Badge, Banner, Button, cardProduct, Icon, ProductGrid, shop, TextField } from '#plugin/web';
import { themeStylesheet } from '../model/stylesheet.ts';
import type { Theme } from '../model/theme.ts';
import { usePreviewedProducts } from './theme-data.ts';

/** A page of the shop with the theme, as it is chosen. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const page = useRef<HTMLDivElement>(null);
  const { data: products = [] } = usePreviewedProducts();
  const styles = themeStylesheet(theme);

  useEffect(() => {
    const document = page.current?.ownerDocument;
    const view = document?.defaultView;
    if (!document || !view) return;
    // The published theme would show through where this one has the shop's own look.
    for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/theme/"]')) link.remove();
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
  }, [styles]);

  return (
    <div ref={page}>
      <p className="bg-band px-4 py-2 text-center text-on-band text-small">Free delivery on orders over $50</p>
      <header className="border-line border-b bg-paper">
        <div className="page flex min-h-(--header-height) items-center gap-6">
          <span className="mr-auto font-display font-semibold text-3xl tracking-tight">
            <span className="brand block">{shop().siteName}</span>
          </span>
          <span className="nav-link hidden md:block">Products</span>
          <span className="nav-link hidden md:block">About</span>
          <span className="icon-button relative">
            <Icon name="shopping-bag" />
          </span>
        </div>
      </header>
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-8">
        <section className="grid gap-5 rounded-panel bg-sunken p-8 md:p-14">
          <h1 className="text-hero">Things made to last</h1>
          <p className="max-w-prose text-lg">
            Text looks like this, with <span className="link">links</span> and{' '}
            <span className="text-muted">details</span>.
          </p>
          <p className="flex flex-wrap gap-3">
            <Button>Shop now</Button>
            <Button look="secondary">Learn more</Button>
          </p>
        </section>
        <section>
          <h2 className="mb-6">Featured products</h2>
          <ProductGrid products={products.map(cardProduct)} isWide />
        </section>
        <section className="panel grid gap-5 p-6 md:grid-cols-2">
          <TextField label="Email" placeholder="you@example.com" />
          <div className="grid content-start gap-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold text-sale">$24.00</span>
              <s className="text-muted">$32.00</s>
              <Badge tone="success">In stock</Badge>
            </p>
            <Banner tone="info">Your order has been shipped.</Banner>
          </div>
        </section>
      </div>
      <footer className="bg-band text-on-band">
        <div className="page grid gap-2 py-10">
          <p className="font-display font-semibold text-3xl">{shop().siteName}</p>
          <p className="text-on-band-muted">{shop().siteDescription}</p>
        </div>
      </footer>
    </div>
  );
}
