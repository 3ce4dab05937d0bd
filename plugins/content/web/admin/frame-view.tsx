import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EditConflict, PageHeader, useConcurrentEdit, useUnsavedGuard } from '#plugin/admin';
import {
  adoptSaved,
  Button,
  EmptyState,
  ErrorSummary,
  footerMenus,
  messageOf,
  Skeleton,
  Switch,
  shop,
  TextArea,
  TextField,
  toast,
  useShopForm,
} from '#plugin/web';
import type { AdminFrame } from '../../frame-contract.ts';
import { FOOTER_LIMITS, HEADER_LIMITS } from '../../limits.ts';
import { AnnouncementFields } from './announcement-fields.tsx';
import { api } from './api.ts';
import { LinkFields, MenuFields } from './menu-fields.tsx';

/** Announcements, links of the header, and links and texts of the footer. */
export default function FrameView() {
  const { data, error, refetch } = useQuery({
    queryKey: ['content-frame'],
    queryFn: ({ signal }) => api.call('GET /admin/content/frame', {}, { signal }),
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <FrameForm opened={data} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="wifi-off"
      level="h1"
      title="The header and footer could not be loaded"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

/** The default links, as a starting point. */
const HEADER = [
  { label: 'Products', to: '/products' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
];

type FrameValues = Omit<AdminFrame, 'revision'>;
const valuesOf = ({ revision: _, ...values }: AdminFrame): FrameValues => values;

/** The form. It saves on top of the revision that it was opened with. */
function useFrameForm(opened: AdminFrame) {
  const client = useQueryClient();
  const [frame, setFrame] = useState(opened);
  const edit = useConcurrentEdit(frame, 'frame');
  const adopt = (now: AdminFrame) => {
    edit.keepMine(now);
    setFrame(now);
    void client.invalidateQueries({ queryKey: ['content-frame'], refetchType: 'none' });
  };
  const shopForm = useShopForm<FrameValues>(
    valuesOf(frame),
    (values) =>
      edit.save(async (on) => {
        const saved = await api.call('PUT /admin/content/frame', { body: { ...values, revision: on?.revision ?? 0 } });
        adopt(saved);
        adoptSaved(shopForm.form, values, valuesOf(saved));
        toast('Announcements and menus saved');
      }),
    { name: 'frame' },
  );
  const showTheirs = (now: AdminFrame) => {
    adopt(now);
    shopForm.startOver(valuesOf(now));
  };
  return { ...shopForm, theirs: edit.theirs, keepMine: edit.keepMine, showTheirs };
}

interface FieldsProps {
  frameForm: ReturnType<typeof useFrameForm>;
}

function FrameForm({ opened }: { opened: AdminFrame }) {
  const frameForm = useFrameForm(opened);
  const { isDirty, isSubmitting } = frameForm.form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const { theirs, showTheirs, keepMine } = frameForm;
  return (
    <form onSubmit={frameForm.submit} noValidate>
      <PageHeader title="Announcements and menus">The announcement bar, header and footer of every page.</PageHeader>
      <ErrorSummary message={frameForm.failure} attempt={frameForm.attempt} />
      {theirs && (
        <div className="mb-6">
          <EditConflict newer={{ read: async () => theirs, show: showTheirs }} onKeep={keepMine} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section className="panel grid content-start gap-5 p-5">
          <AnnouncementPart frameForm={frameForm} />
        </section>
        <section className="panel grid content-start gap-5 p-5">
          <h2 className="text-xl">Header</h2>
          <HeaderPart frameForm={frameForm} />
          <h2 className="mt-4 text-xl">Footer</h2>
          <FooterPart frameForm={frameForm} />
        </section>
      </div>
      <div className="form-actions mt-8 flex items-center justify-end gap-4 border-line border-t py-4">
        {isDirty && <p className="text-muted text-small">You have unsaved changes.</p>}
        <Button type="submit" className="max-sm:flex-1" busy={isSubmitting && 'Saving…'}>
          Save
        </Button>
      </div>
      {question}
    </form>
  );
}

function AnnouncementPart({ frameForm: { form } }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <div>
        <h2 className="text-xl">Announcements</h2>
        <p className="mt-1 text-muted text-small">
          A bar above the header, in place of the shop’s own line. The first one that is current is shown until a
          visitor dismisses it.
        </p>
      </div>
      <AnnouncementFields
        announcements={form.watch('announcements')}
        problemOf={(index, name) => errors.announcements?.[index]?.[name]?.message}
        onChange={(next) => form.setValue('announcements', next, { shouldDirty: true })}
      />
    </>
  );
}

function HeaderPart({ frameForm: { form, errorAt } }: FieldsProps) {
  const menu = form.watch('header_menu');
  const change = (next: FrameValues['header_menu']) => form.setValue('header_menu', next, { shouldDirty: true });
  return (
    <>
      <Switch
        label="Custom links in the header"
        hint="Off: Products, About and Contact. On phones, the links are in the menu."
        checked={menu !== null}
        onChange={({ target }) => change(target.checked ? HEADER : null)}
      />
      {menu && (
        <LinkFields
          of="the header"
          max={HEADER_LIMITS.links}
          maxLabel={HEADER_LIMITS.label}
          links={menu}
          problemOf={(path) => errorAt(`header_menu.${path}`)}
          onChange={(next) => change(next.length > 0 ? next : null)}
        />
      )}
    </>
  );
}

/** The default columns of links, as a starting point. */
const ownMenus = () => footerMenus(shop().categories, shop().frame?.footerLinks).map((menu) => ({ ...menu }));

function FooterPart({ frameForm: { form, field, errorAt } }: FieldsProps) {
  const menus = form.watch('footer_menus');
  const change = (next: FrameValues['footer_menus']) => form.setValue('footer_menus', next, { shouldDirty: true });
  return (
    <>
      <TextArea
        label="Text below the shop’s name"
        hint="Default: the shop’s description."
        rows={2}
        maxLength={FOOTER_LIMITS.text}
        {...field('footer_text')}
      />
      <TextField
        label="Last line"
        hint="Default: the support hours."
        maxLength={FOOTER_LIMITS.note}
        {...field('footer_note')}
      />
      <Switch
        label="Custom links in the footer"
        hint="Off: the default links, with the first categories."
        checked={menus !== null}
        onChange={({ target }) => change(target.checked ? ownMenus() : null)}
      />
      {menus && (
        <MenuFields
          menus={menus}
          problem={errorAt('footer_menus')}
          problemOf={(path) => errorAt(`footer_menus.${path}`)}
          onChange={change}
        />
      )}
    </>
  );
}
