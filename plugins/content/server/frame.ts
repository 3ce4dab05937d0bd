import { createHash } from 'node:crypto';
import { type AuditContext, dependsOn, type FrameContent, isSameJson, refuse, validUntil } from '#plugin';
import { refusals } from '../contract-fields.ts';
import type { AdminFrame, Announcement, FrameFields } from '../frame-contract.ts';
import { isWithin, nextChange } from '../model/schedule.ts';
import type { Database, Services } from '../tables.ts';
import { type DocumentChange, lockDocument, readDocument, writeDocument } from './documents.store.ts';
import { firstPublication } from './posts.store.ts';

const NOTHING: FrameFields = {
  announcements: [],
  header_menu: null,
  footer_menus: null,
  footer_text: '',
  footer_note: '',
};

const BLOG = { label: 'Blog', to: '/blog' };

const view = (document: DocumentChange | undefined): AdminFrame => ({
  ...NOTHING,
  ...(document?.published as FrameFields | null | undefined),
  revision: document?.revision ?? 0,
});

export const readAdminFrame = async (db: Database): Promise<AdminFrame> => view(await readDocument(db, 'frame'));

/** What is shown around the pages now; null: the shop's own. Read once; schedules count at each rendering. */
export async function loadFrame({ db, cached, now }: Services): Promise<FrameContent | null> {
  dependsOn('plugin');
  const [frame, firstPost] = await Promise.all([
    cached('frame', async () => (await readDocument(db, 'frame'))?.published as FrameFields | null),
    cached('first-post', async () => (await firstPublication(db)) ?? null),
  ]);
  const hasPosts = firstPost !== null && firstPost <= now();
  if (firstPost && !hasPosts) validUntil(firstPost);
  const { announcements, header_menu, footer_menus, footer_text, footer_note } = { ...NOTHING, ...frame };
  const schedules = announcements.map(({ schedule }) => schedule);
  validUntil(nextChange(schedules, now()));
  const due = announcements.find(({ schedule }) => isWithin(schedule, now()));
  const content = {
    announcement: due ? announcementView(due) : null,
    headerMenu: header_menu,
    footerMenus: footer_menus,
    footerText: footer_text || null,
    footerNote: footer_note || null,
    // A blog without posts would be a dead end.
    ...(hasPosts && { footerLinks: [BLOG] }),
  };
  return Object.values(content).every((part) => part === null) ? null : content;
}

/** The id changes with the text, so that visitors who dismissed the former one see the new one. */
const announcementView = ({ id, text, link_label, link_to }: Announcement) => ({
  id: `${id}-${createHash('sha256').update(`${text} ${link_to}`).digest('hex').slice(0, 8)}`,
  text,
  link: link_to === '' ? null : { label: link_label, to: link_to },
});

const audited = ({ announcements, header_menu, footer_menus, footer_text, footer_note }: FrameFields) => ({
  announcements: announcements.map(({ text }) => text).join(' | '),
  header_menu: header_menu?.map(({ label }) => label).join(', ') ?? null,
  footer_menus:
    footer_menus?.map(({ title, links }) => `${title}: ${links.map(({ label }) => label).join(', ')}`).join(' | ') ??
    null,
  footer_text,
  footer_note,
});

/**
 * Saves on top of a revision. Repeated with the same content, it succeeds again.
 * @throws a refusal `content.changed` with the current `frame`
 */
export function saveFrame(
  services: Services,
  { revision, ...fields }: FrameFields & { readonly revision: number },
  by: AuditContext,
): Promise<AdminFrame> {
  return services.transaction(async (tx) => {
    const at = services.now();
    const former = await lockDocument(tx, 'frame', at);
    const current = view(former);
    if (isSameJson(current, { ...fields, revision: current.revision })) return current;
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { frame: current } });
    const saved = { draft: null, published: fields, revision: revision + 1, saved_at: at, published_at: at };
    await writeDocument(tx, 'frame', saved);
    await services.recordAudit(tx, {
      ...by,
      entity: 'shop_frame',
      entityId: 'frame',
      action: 'content.save_frame',
      before: audited(current),
      after: audited(fields),
    });
    await services.announceChange(tx);
    return view(saved);
  });
}
