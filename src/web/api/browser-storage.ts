/** A value in the browser's storage. */
export interface BrowserStorage {
  readonly read: (key: string) => string | null;
  /** The stored JSON value; null if missing or unreadable. It can have any shape. */
  readonly readJson: <T>(key: string) => T | null;
  readonly write: (key: string, text: string) => void;
  readonly writeJson: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
}

/** Kept across visits and shared by tabs. */
export const onDevice = keptIn(() => localStorage);

/** Kept as long as the tab. */
export const inTab = keptIn(() => sessionStorage);

/**
 * If site data is blocked or the storage is full, values last as long as the page, as on a first visit.
 * @param storage throws if site data is blocked
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
    // A value written by another tab is newer.
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
        // Nothing to remove.
      }
    },
  };
}
