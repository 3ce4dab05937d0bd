/**
 * Runs in the head before anything is painted: the chosen theme, whether somebody is signed in and what they are called,
 * so that neither the colours nor the header change under the reader's eyes. Always the same text, hence always the same hash in the policy.
 * It stands in the page as text, so it must do without quotes, ampersands and angle brackets.
 */
export const firstPaint =
  '(function(r,s){try{s=localStorage;r.dataset.session=s.getItem(`auth_token`)?`customer`:`guest`;r.dataset.theme=s.getItem(`theme`)||``;' +
  'r.style.setProperty(`--own-name`,JSON.stringify(JSON.parse(s.getItem(`user`)).name))}catch(e){}})(document.documentElement)';
