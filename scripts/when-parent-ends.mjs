/** Calls `then` once when the process that started this one is gone: what it started should not run on unseen. */
export function whenParentEnds(then) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 250);
  watch.unref();
}
