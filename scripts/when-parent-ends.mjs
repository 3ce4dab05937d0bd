/**
 * Calls `then` when the npm that runs this script is gone. npm passes a signal on to the shell between it and the script
 * only, and most shells die of it without telling their child, which would run on unseen.
 */
export function whenNpmEnds(then) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 200);
  watch.unref();
}
