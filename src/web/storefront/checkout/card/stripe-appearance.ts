import type { Appearance } from '@stripe/stripe-js';

/** The shop's look for the fields in Stripe's iframe, which our stylesheets do not reach. */
export function stripeAppearance(): Appearance {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const appearance: Appearance = {
    theme: 'stripe',
    variables: {
      colorPrimary: colour('accent'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorDanger: colour('danger'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      borderRadius: '10px',
      spacingUnit: '5px',
    },
  };
  probe.remove();
  return appearance;
}
