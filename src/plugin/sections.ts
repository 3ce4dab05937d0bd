import type { z } from 'zod';
import type { PluginServices } from './services.ts';
import type { SettingFields } from './settings.ts';
import type { PluginFile } from './storefront.ts';

/**
 * A kind of section that merchants can put on pages which another plug-in composes, such as a row of products on the home
 * page. The composer stores type and settings, and shows the section without knowing the plug-in that offers it.
 */
export interface Section<F extends SettingFields = SettingFields, Tables = unknown, Settings = never, Data = unknown> {
  /** Unique in the plug-in, such as `row`; stored as `<plugin>.row`: never change it. */
  readonly name: string;
  /** Names it where merchants choose a section. */
  readonly label: string;
  /** One sentence below the label. */
  readonly hint?: string;
  /** Checks the settings before they are stored and before they are used. */
  readonly settings: z.ZodType<Settings>;
  /** Settings of a new section. They may be incomplete. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /**
   * Reads what the section shows, as JSON: public and the same for everybody. It has 1 second.
   * @returns null when there is nothing to show: the section is left out
   */
  load(services: PluginServices<F, Tables>, settings: Settings): Promise<Data | null>;
  /** A `.tsx` module whose default export takes `SectionProps<Settings, Data>`. */
  readonly file: PluginFile;
  /** A `.tsx` module whose default export takes `SectionEditorProps<Settings>`: the fields of the settings. */
  readonly editor: PluginFile;
}

/** A section whatever its settings, as a list holds it. */
export type AnySection = Omit<Section, 'settings' | 'load'> & {
  readonly settings: z.ZodType;
  load(services: PluginServices, settings: unknown): Promise<unknown>;
};

/** Declares a section; the types of `load` follow from `settings`. List it under `sections`. */
export function defineSection<Settings, Data, F extends SettingFields = SettingFields, Tables = unknown>(
  section: Section<F, Tables, Settings, Data>,
): AnySection {
  // The host calls `load` with settings that the schema has accepted.
  return section as unknown as AnySection;
}
