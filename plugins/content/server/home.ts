import { type AuditContext, dependsOn, isSameJson, refuse, validUntil } from '#plugin';
import { refusals } from '../contract-fields.ts';
import type { AdminHome, HomeContent, HomeSection } from '../home-contract.ts';
import { isWithin, nextChange } from '../model/schedule.ts';
import type { Database, Services } from '../tables.ts';
import { type DocumentChange, lockDocument, readDocument, writeDocument } from './documents.store.ts';
import { claimPictures } from './pictures.store.ts';
import type { HeroSettings } from './section-settings.ts';

type Sections = readonly HomeSection[];

/** What the home page shows now; null: the shop's own. The composition is read once, its schedule at each rendering. */
export async function readHome({ db, cached, now, sections }: Services): Promise<HomeContent | null> {
  dependsOn('plugin');
  const published = await cached('home', async () => (await readDocument(db, 'home'))?.published as Sections | null);
  const schedules = (published ?? []).map(({ schedule }) => schedule);
  validUntil(nextChange(schedules, now()));
  const due = (published ?? []).filter(({ schedule }) => isWithin(schedule, now()));
  const data = await sections.load(due);
  const shown = due.flatMap(({ id, type, settings }, index) =>
    data[index] === null ? [] : [{ id, type, settings, data: data[index] }],
  );
  return shown.length > 0 ? { sections: shown, opens_with: openingPicture(shown[0]) } : null;
}

/** The picture of a hero at the top. Other sections have no room for a blurred one. */
const openingPicture = (first: { readonly type: string; readonly settings: unknown } | undefined): string | null =>
  first?.type === 'content.hero' ? ((first.settings as HeroSettings).picture?.src ?? null) : null;

const view = (document: DocumentChange | undefined): AdminHome => ({
  revision: document?.revision ?? 0,
  draft: (document?.draft ?? null) as HomeSection[] | null,
  published: (document?.published ?? null) as HomeSection[] | null,
  saved_at: document?.saved_at.toISOString() ?? null,
  published_at: document?.published_at?.toISOString() ?? null,
});

export const readAdminHome = async (db: Database): Promise<AdminHome> => view(await readDocument(db, 'home'));

/** What the audit log keeps: the kinds of sections in their order. */
const audited = (sections: unknown) => ({
  sections: sections === null ? null : (sections as Sections).map(({ type }) => type).join(', '),
});

/**
 * Changes the composition on top of a revision. A repeated change succeeds without changing anything.
 * @throws a refusal `content.changed` with the current `home`
 */
function changeHome(
  services: Services,
  revision: number,
  action: string,
  change: (former: DocumentChange, at: Date) => Partial<DocumentChange>,
  by: AuditContext,
): Promise<AdminHome> {
  return services.transaction(async (tx) => {
    const at = services.now();
    const former = await lockDocument(tx, 'home', at);
    const next = { ...former, ...change(former, at) };
    const said = ({ draft, published }: DocumentChange) => [draft, published];
    if (isSameJson(said(former), said(next))) return view(former);
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { home: view(former) } });
    await claimPictures(services, tx, said(next));
    const saved = { ...next, revision: revision + 1, saved_at: at };
    await writeDocument(tx, 'home', saved);
    await services.recordAudit(tx, {
      ...by,
      entity: 'home_page',
      entityId: 'home',
      action,
      before: audited(former.draft ?? former.published),
      after: audited(next.draft ?? next.published),
    });
    if (!isSameJson(former.published, next.published)) await services.announceChange(tx);
    return view(saved);
  });
}

/** @throws a refusal `request.invalid` with the problems of each section, or those of `changeHome` */
export async function saveDraft(
  services: Services,
  { revision, sections }: { readonly revision: number; readonly sections: Sections },
  by: AuditContext,
): Promise<AdminHome> {
  const draft = checkedSections(services, sections);
  return changeHome(services, revision, 'content.save_home_draft', () => ({ draft }), by);
}

export const publishHome = (services: Services, revision: number, by: AuditContext): Promise<AdminHome> =>
  changeHome(
    services,
    revision,
    'content.publish_home',
    ({ draft, published }, at) => ({ draft: null, published: draft ?? published, published_at: at }),
    by,
  );

export const discardDraft = (services: Services, revision: number, by: AuditContext): Promise<AdminHome> =>
  changeHome(services, revision, 'content.discard_home_draft', () => ({ draft: null }), by);

/**
 * Back to the shop's own home page. What was published becomes the draft, so that nothing is lost.
 * @throws a refusal `content.draft_waiting` while there is another draft, or those of `changeHome`
 */
export const withdrawHome = (services: Services, revision: number, by: AuditContext): Promise<AdminHome> =>
  changeHome(
    services,
    revision,
    'content.withdraw_home',
    ({ draft, published, revision: current }) => {
      if (published === null) return {};
      if (revision === current && draft !== null && !isSameJson(draft, published)) throw refuse(refusals.draft_waiting);
      return { draft: published, published: null, published_at: null };
    },
    by,
  );

function checkedSections({ sections: offered }: Services, sections: Sections): HomeSection[] {
  const errors: Record<string, string[]> = {};
  const valid = sections.flatMap((section, index) => {
    try {
      return [{ ...section, settings: offered.check(section.type, section.settings) }];
    } catch (error) {
      const found = (error as { errors?: Readonly<Record<string, string[]>> }).errors;
      if (!found) throw error;
      for (const [field, messages] of Object.entries(found)) errors[`sections.${index}.${field}`] = messages;
      return [];
    }
  });
  if (Object.keys(errors).length > 0) throw refuse('request.invalid', { errors });
  return valid;
}

/** What one section shows with these settings, for the preview. @throws a refusal `request.invalid` */
export async function previewSection({ sections }: Services, type: string, settings: unknown): Promise<unknown> {
  const [data] = await sections.load([{ type, settings: sections.check(type, settings) }]);
  return data ?? null;
}
