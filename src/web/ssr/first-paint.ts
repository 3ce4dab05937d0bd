/**
 * Runs in the head before anything is painted: the chosen theme, and whether somebody is signed in, so that neither the
 * colours nor the header change under the reader's eyes. Always the same text, hence always the same hash in the policy.
 * It stands in the page as text, so it must do without quotes, ampersands and angle brackets.
 */
export const firstPaint =
  '(function(d,s){try{d.session=s.getItem(`auth_token`)?`customer`:`guest`;d.theme=s.getItem(`theme`)||``}catch(e){}})(document.documentElement.dataset,localStorage)';
