/** What is kept in this browser under a key. */
export interface BrowserStorage {
  readonly read: (key: string) => string | null;
  /** What was written as JSON; null where there is nothing, or nothing that can be read. It may be of any shape. */
  readonly readJson: <T>(key: string) => T | null;
  readonly write: (key: string, text: string) => void;
  readonly writeJson: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
}

/** Kept across visits and shared by the tabs. */
export const onDevice = keptIn(() => localStorage);

/** Kept as long as the tab. */
export const inTab = keptIn(() => sessionStorage);

/**
 * What the browser refuses, since site data is blocked or its storage is full, lasts as long as the page: the shop goes on
 * as for somebody who is here for the first time.
 * @param storage throws where site data is blocked
 */
function keptIn(storage: () => Storage): BrowserStorage {
  const refused = new Map<string, { readonly text: string; readonly instead: string | null }>();

  const stored = (key: string) => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const read = (key: string) => {
    const text = stored(key);
    const own = refused.get(key);
    // What another tab has written since is newer.
    return own?.instead === text ? own.text : text;
  };
  const write = (key: string, text: string) => {
    try {
      storage().setItem(key, text);
      refused.delete(key);
    } catch {
      refused.set(key, { text, instead: stored(key) });
    }
  };
  return {
    read,
    readJson(key) {
      try {
        return JSON.parse(read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    remove(key) {
      refused.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // There is nothing to remove.
      }
    },
  };
}
