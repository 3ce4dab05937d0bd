import { Banner } from './banner.tsx';

/** Tells visitors without JavaScript that the page does not work without it. */
export function NeedsScripts() {
  return (
    <noscript>
      <Banner tone="info" className="mb-6">
        This page needs JavaScript. Please enable it in your browser.
      </Banner>
    </noscript>
  );
}
