/**
 * Runs at the end of the body, before the first paint: restores the scroll position after a
 * reload or Back. The key is the router's own (`SCROLL_RESTORATION_STORAGE_KEY`), which stores the positions of later
 * navigations. Must not contain double quotes, ampersands or angle brackets.
 */
export const restoreScroll =
  '(function(h,s){if(!h.state||!h.state.key)h.replaceState({key:Math.random().toString(32).slice(2)},``);' +
  'try{var y=JSON.parse(s()||`{}`)[h.state.key];if(typeof y===`number`)scrollTo(0,y)}catch(e){}})' +
  '(history,function(){return sessionStorage.getItem(`react-router-scroll-positions`)})';
