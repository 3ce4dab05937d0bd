import type { AnySection, Plugin, PluginServices, Sections } from '#plugin';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { withTimeLimit } from '#server/platform/concurrency/with-time-limit.ts';
import { fieldMessage } from '#server/platform/http/requests/field-message.ts';
import { fieldErrors } from '#server/platform/http/requests/validation.ts';
import { collectPartFacts } from '#server/platform/http/response-cache/cache-facts.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Pages wait for this. */
const LIMIT_MS = 1_000;

interface OfferedSection {
  readonly plugin: string;
  readonly section: AnySection;
  readonly services: PluginServices;
}

/** The sections that plug-ins offer, for those that compose pages. */
export function createSections(
  opened: readonly { readonly plugin: Plugin; readonly services: PluginServices }[],
  { log, delays }: PluginReports,
): Sections {
  const offered = new Map<string, OfferedSection>(
    opened.flatMap(({ plugin: { name, sections = [] }, services }) =>
      sections.map((section) => [`${name}.${section.name}`, { plugin: name, section, services }] as const),
    ),
  );

  async function load(type: string, settings: unknown): Promise<unknown> {
    const one = offered.get(type);
    if (!one) return null;
    const { plugin, section, services } = one;
    const valid = section.settings.safeParse(settings);
    if (!valid.success) return null;
    try {
      const observer = delays.observe(plugin, `load of section ${section.name}`);
      const loading = () => withTimeLimit(LIMIT_MS, () => section.load(services, valid.data), observer);
      return (await collectPartFacts(loading)).result ?? null;
    } catch (error) {
      log.error({ err: error, plugin, section: section.name }, 'A section of a plug-in failed to load');
      return null;
    }
  }

  return {
    types: () =>
      [...offered].map(([type, { section }]) => ({
        type,
        label: section.label,
        hint: section.hint ?? '',
        defaults: section.defaults,
      })),
    check(type, settings) {
      const one = offered.get(type);
      if (!one) throw new Refusal('request.invalid', { errors: { type: ['This kind of section does not exist.'] } });
      const valid = one.section.settings.safeParse(settings, { error: fieldMessage });
      if (valid.success) return valid.data;
      throw new Refusal('request.invalid', { errors: fieldErrors(valid.error.issues) });
    },
    load: (sections) => Promise.all(sections.map(({ type, settings }) => load(type, settings))),
  };
}
