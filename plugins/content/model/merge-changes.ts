/**
 * Applies what an editor has changed to the current settings. The editor may have been closed since: a picture that it
 * uploads arrives when other fields have been edited.
 * @param before what the editor had
 * @param after the same with its changes
 */
export function mergeChanges(now: object, before: object, after: object): object {
  const former: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(after).filter(([name, value]) => value !== former[name]);
  const kept = Object.entries(now).filter(([name]) => name in after || !(name in before));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(changed) };
}
