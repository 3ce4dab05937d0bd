/**
 * Inline script in the head, before the first paint: applies the chosen theme, the density of lists, a dismissed announcement, the
 * signed-in user's name and whether this device keeps a cart, so that colours, columns, header and cart do not change visibly. Constant text, so that its hash in the policy is constant. Must not contain
 * quotes, ampersands or angle brackets.
 */
export const firstPaint =
  '(function(r,s){try{s=localStorage;r.dataset.session=s.getItem(`auth_token`)?`customer`:`guest`;r.dataset.theme=s.getItem(`theme`)||``;r.dataset.density=s.getItem(`density`)||``;r.dataset.cart=s.getItem(`guest_cart`)?`kept`:``;' +
  'r.dataset.heard=r.dataset.announcement===s.getItem(`announcement`)?`yes`:``;' +
  'r.style.setProperty(`--own-name`,JSON.stringify(JSON.parse(s.getItem(`user`)).name))}catch(e){}})(document.documentElement)';
