import { dependsOn, type Handlers, type PluginServices, refuse, respond } from '#plugin';
import { type sizeGuideContract, sizeGuideRefusals } from '../contract.ts';
import { type GuideSubject, isFor, parseGuides, type SizeGuide, subjectOf } from '../guide.ts';
import type { settings } from '../settings.ts';

type Services = PluginServices<typeof settings.fields>;

interface Guides {
  readonly guides: readonly SizeGuide[];
  readonly subjects: readonly GuideSubject[];
}

/** Caches the parsed text of the settings, because every product page needs it. */
const parsed = new WeakMap<object, Guides>();

async function readGuides(services: Services): Promise<Guides> {
  const settings = await services.settings();
  const known = parsed.get(settings);
  if (known) return known;
  const guides = parseGuides(settings.guides);
  const read = { guides, subjects: guides.map(subjectOf) };
  parsed.set(settings, read);
  return read;
}

/** What the link on the product page needs: which guides there are. */
export interface ProductGuides {
  readonly guides: readonly GuideSubject[];
}

/** Reads the cached settings only. */
export async function loadProducts(
  services: Services,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductGuides>> {
  dependsOn('setting');
  const { subjects: guides } = await readGuides(services);
  return new Map(guides.length > 0 ? ids.map((id) => [id, { guides }]) : []);
}

export const handlers = (services: Services): Handlers<typeof sizeGuideContract> => ({
  'GET /size-guides/{category}': async ({ params }) => {
    dependsOn('setting');
    const { guides: all } = await readGuides(services);
    const guides = all.filter((guide) => isFor(guide, params.category));
    if (guides.length === 0) throw refuse(sizeGuideRefusals.not_found);
    return respond({ guides: guides.map(guideView) });
  },
});

const guideView = ({ categories, columns, rows, note }: SizeGuide) => ({
  categories: [...categories],
  columns: columns.map(({ name, isMeasured }) => ({ name, isMeasured })),
  rows: rows.map((row) => [...row]),
  note,
});
