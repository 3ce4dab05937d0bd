/** Calls `then` once when the parent process is gone, so that no orphan keeps running. */
export function whenParentEnds(then) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 1_000);
  watch.unref();
}
