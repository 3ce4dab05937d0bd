import { createHash } from 'node:crypto';
import { cardBrandName } from '#domain/checkout/saved-card.ts';
import { escapeMarkup } from '#server/platform/security/escape-markup.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f4; --card: #fff; --ink: #1c1a17; --soft: #5d574e; --line: #d9d3c8; --accent: #1f5f4a; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #171512; --card: #211e1a; --ink: #f3efe7; --soft: #b5ada0; --line: #4a443b; --accent: #8fd3b8; --on-accent: #10241c; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 16px; color: var(--soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0 0 24px; padding: 16px 0; border-block: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; font-weight: 600; }
form { display: grid; gap: 8px; margin: 0; }
button { min-height: 48px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: 6px; font: inherit; font-weight: 600; cursor: pointer; }
.complete { background: var(--accent); color: var(--on-accent); }
.fail { background: transparent; color: var(--ink); border-color: var(--soft); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What the payer confirms. */
export interface ChallengedPayment {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly brand: string;
  readonly last4: string;
  /** Where the payer goes next: browsers apply `form-action` to the redirect after a form. */
  readonly returnUrl: string | null;
}

function writeAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** decimals);
}

function page(title: string, body: string, formTargets: string): Page {
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${body}
</main>
</body>
</html>
`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action ${formTargets}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** Simulates the bank's 3-D Secure page: a plain form that works without scripts. */
export function challengePage(payment: ChallengedPayment): Page {
  const origin = payment.returnUrl === null ? '' : ` ${new URL(payment.returnUrl).origin}`;
  return page(
    'Confirm your payment',
    `<p>This is a test of 3-D Secure: play your bank and choose how it ends. No money moves.</p>
<dl>
<dt>Amount</dt><dd>${escapeMarkup(writeAmount(payment.amount, payment.currency))}</dd>
<dt>Card</dt><dd>${escapeMarkup(cardBrandName(payment.brand))} ending in ${escapeMarkup(payment.last4)}</dd>
</dl>
<form method="post">
<button class="complete" type="submit" name="outcome" value="complete">Complete</button>
<button class="fail" type="submit" name="outcome" value="fail">Fail</button>
</form>`,
    `'self'${origin}`,
  );
}

/** For a payer without a return URL, or whose page is no longer valid. */
export function messagePage(title: string, message: string): Page {
  return page(title, `<p>${escapeMarkup(message)}</p>`, "'none'");
}
