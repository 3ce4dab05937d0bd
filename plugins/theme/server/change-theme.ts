import { type AuditContext, isSameJson, refuse } from '#plugin';
import { type AdminTheme, refusals } from '../contract.ts';
import { contrastChecks, isEnough, MODES } from '../model/palette.ts';
import type { Theme } from '../model/theme.ts';
import type { Database, Services, Transaction } from '../tables.ts';
import { claimFiles } from './files.store.ts';
import { lockTheme, readTheme, type ThemeRow, writeTheme } from './theme.store.ts';

const view = (row: ThemeRow | undefined): AdminTheme => ({
  revision: row?.revision ?? 0,
  draft: row?.draft ?? null,
  published: row?.published ?? null,
  published_at: row?.published_at?.toISOString() ?? null,
});

export const readAdminTheme = async (db: Database): Promise<AdminTheme> => view(await readTheme(db));

/**
 * Changes the theme on top of a revision. A repeated change succeeds without changing anything.
 * @throws a refusal `theme.changed` with the current `theme`, or `theme.picture_unknown`
 */
function changeTheme(
  services: Services,
  { revision, action, by }: { readonly revision: number; readonly action: string; readonly by: AuditContext },
  change: (former: ThemeRow, at: Date) => Partial<ThemeRow>,
): Promise<AdminTheme> {
  return services.transaction(async (tx) => {
    const at = services.now();
    const former = await lockTheme(tx, at);
    const next = { ...former, ...change(former, at) };
    if (isSameJson([former.draft, former.published], [next.draft, next.published])) return view(former);
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { theme: view(former) } });
    await claimUploads(tx, [next.draft, next.published], at);
    const saved = { ...next, revision: revision + 1, saved_at: at };
    await writeTheme(tx, saved);
    await services.recordAudit(tx, {
      ...by,
      action,
      entity: 'theme',
      entityId: 'theme',
      before: audited(former.draft ?? former.published),
      after: audited(next.draft ?? next.published),
    });
    if (!isSameJson(former.published, next.published)) await services.announceChange(tx);
    return view(saved);
  });
}

async function claimUploads(tx: Transaction, content: unknown, at: Date): Promise<void> {
  const text = JSON.stringify(content);
  const logos = [...new Set(text.match(/\/media\/uploads\/[\w-]+/g) ?? [])].sort();
  const icons = [...new Set([...text.matchAll(/icon-([0-9a-f]+)\.png/g)].map(([, hash = '']) => hash))].sort();
  if ((await claimFiles(tx, { logos, icons, at })) < logos.length + icons.length)
    throw refuse(refusals.picture_unknown);
}

/** One line for each mode and picture. Null: the default theme. */
function audited(theme: Theme | null) {
  if (!theme) return null;
  const { light, dark, text_font, heading_font, corners, logo, icon } = theme;
  const colours = (palette: Theme['light']) =>
    Object.entries(palette)
      .flatMap(([name, colour]) => (colour ? [`${name} ${colour}`] : []))
      .sort()
      .join(', ');
  return {
    light: colours(light),
    dark: colours(dark),
    text_font,
    heading_font,
    corners,
    logo_light: logo.light?.src ?? null,
    logo_dark: logo.dark?.src ?? null,
    icon,
  };
}

export const saveDraft = (
  services: Services,
  { revision, theme }: { readonly revision: number; readonly theme: Theme },
  by: AuditContext,
): Promise<AdminTheme> => changeTheme(services, { revision, action: 'theme.save_draft', by }, () => ({ draft: theme }));

/** @throws a refusal `theme.contrast` with the colours that are too hard to read */
export const publishTheme = (services: Services, revision: number, by: AuditContext): Promise<AdminTheme> =>
  changeTheme(services, { revision, action: 'theme.publish', by }, ({ draft }, at) => {
    if (!draft) return {};
    refuseLowContrast(draft);
    return { draft: null, published: draft, published_at: at };
  });

export const discardDraft = (services: Services, revision: number, by: AuditContext): Promise<AdminTheme> =>
  changeTheme(services, { revision, action: 'theme.discard_draft', by }, () => ({ draft: null }));

/**
 * Back to the shop's own look. What was published becomes the draft, so that nothing is lost.
 * @throws a refusal `theme.draft_waiting` while there is another draft, or those of `changeTheme`
 */
export const withdrawTheme = (services: Services, revision: number, by: AuditContext): Promise<AdminTheme> =>
  changeTheme(services, { revision, action: 'theme.withdraw', by }, ({ draft, published, revision: current }) => {
    if (published === null) return {};
    if (revision === current && draft !== null && !isSameJson(draft, published)) throw refuse(refusals.draft_waiting);
    return { draft: published, published: null, published_at: null };
  });

function refuseLowContrast(theme: Theme): void {
  const errors: Record<string, string[]> = {};
  for (const mode of MODES) {
    for (const check of contrastChecks(mode, theme[mode]).filter((one) => !isEnough(one))) {
      const field = `${mode}.${check.field}`;
      // Rounded down, so that a contrast that fails never reads as sufficient.
      const ratio = Math.floor(check.ratio * 10) / 10;
      errors[field] = [
        ...(errors[field] ?? []),
        `${check.label} has ${ratio}:1; at least ${check.needed}:1 is needed.`,
      ];
    }
  }
  if (Object.keys(errors).length > 0) throw refuse(refusals.contrast, { errors });
}
