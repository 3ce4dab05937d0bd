/**
 * Runs at the end of the body, before the first paint: a page that is reloaded or reached by Back begins where it was
 * left. The key is the router's own (`SCROLL_RESTORATION_STORAGE_KEY`), which keeps the places of later navigations.
 * Like `firstPaint` it must do without quotes, ampersands and angle brackets.
 */
export const restoreScroll =
  '(function(h,s){if(!h.state||!h.state.key)h.replaceState({key:Math.random().toString(32).slice(2)},``);' +
  'try{var y=JSON.parse(s()||`{}`)[h.state.key];if(typeof y===`number`)scrollTo(0,y)}catch(e){}})' +
  '(history,function(){return sessionStorage.getItem(`react-router-scroll-positions`)})';
