/**
 * Inline script in the head, before the first paint: applies the chosen theme, the density of lists, a dismissed announcement, the
 * signed-in user's name and whether this device keeps a cart, so that colours, columns, header and cart do not change visibly. While a
 * theme is chosen, pictures with a twin for the dark theme follow it and not the system: also those that are added later. Constant text,
 * so that its hash in the policy is constant. Must not contain quotes, ampersands or angle brackets.
 */
export const firstPaint =
  '(function(r,s,t,w,m){try{s=localStorage;r.dataset.session=s.getItem(`auth_token`)?`customer`:`guest`;r.dataset.theme=s.getItem(`theme`)||``;r.dataset.density=s.getItem(`density`)||``;r.dataset.cart=s.getItem(`guest_cart`)?`kept`:``;' +
  'r.dataset.heard=r.dataset.announcement===s.getItem(`announcement`)?`yes`:``;' +
  'r.style.setProperty(`--own-name`,JSON.stringify(JSON.parse(s.getItem(`user`)).name))}catch(e){}' +
  'function paint(){t=r.dataset.theme||``;if(t!==w||t)document.querySelectorAll(`source[data-dark]`).forEach(function(e){' +
  'm=t===`dark`?`all`:t?`not all`:`(prefers-color-scheme: dark)`;if(e.media!==m)e.media=m});w=t}' +
  'new MutationObserver(paint).observe(r,{childList:true,subtree:true,attributeFilter:[`data-theme`]})})(document.documentElement)';
