import type { ChangeFeed } from '#server/platform/change-feed.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Section, type SettingsOf, sections } from './sections.ts';
import { readStoredSection } from './settings.store.ts';

export { readSecret } from './secrets.ts';
export type { SettingsOf } from './sections.ts';

export interface Settings {
  /** The section as it stands, defaults filled in. Kept in memory until any node changes it. */
  get<S extends Section>(section: S): Promise<SettingsOf<S>>;
  /** The section as the database has it at this moment: what is charged never depends on what was kept (DESIGN §8). */
  getFresh<S extends Section>(section: S): Promise<SettingsOf<S>>;
}

/** An announcement may be lost with its connection: then a kept section lives no longer than this. */
const UNANNOUNCED_MAX_AGE_MS = 2_000;

export function createSettings(db: Database, changes: ChangeFeed): Settings {
  const kept = new Map<Section, { value: Promise<unknown>; at: number }>();
  changes.onChange(({ kind }) => {
    if (kind === 'setting' || kind === 'resync') kept.clear();
  });

  async function read<S extends Section>(section: S): Promise<SettingsOf<S>> {
    return sections[section].parse(await readStoredSection(db, section)) as SettingsOf<S>;
  }

  return {
    getFresh: read,
    get<S extends Section>(section: S) {
      const entry = kept.get(section);
      if (entry && (changes.isLive() || performance.now() - entry.at < UNANNOUNCED_MAX_AGE_MS)) {
        return entry.value as Promise<SettingsOf<S>>;
      }
      const value = read(section);
      kept.set(section, { value, at: performance.now() });
      value.catch(() => kept.delete(section));
      return value as Promise<SettingsOf<S>>;
    },
  };
}
