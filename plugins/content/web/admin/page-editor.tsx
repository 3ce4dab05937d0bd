import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EditConflict, PageHeader, PreviewFrame, useConcurrentEdit, useUnsavedGuard } from '#plugin/admin';
import {
  Button,
  buttonClass,
  ConfirmDialog,
  EmptyState,
  ErrorSummary,
  go,
  Icon,
  Link,
  messageOf,
  Skeleton,
  Switch,
  TextArea,
  TextField,
  toast,
  toastFailure,
  useShopForm,
} from '#plugin/web';
import type { AdminPage } from '../../contract.ts';
import { beginningOf, EMPTY_TEXT, plainText, type RichText } from '../../model/rich-text.ts';
import { suggestedSlug } from '../../model/suggested-slug.ts';
import { PageView } from '../page.tsx';
import { api, usePage } from './content-data.ts';
import { PageStatusBadge } from './page-status.tsx';
import { RichTextEditor } from './rich-text-editor.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { SearchPreview } from './search-preview.tsx';

const LIST = '/admin/content/pages';
const TRAIL = [['Pages', LIST]] as const;
const DESCRIPTION_LENGTH = 155;

/** Creates a page, or changes one. @param id null for a new page */
export default function PageEditor({ id }: { id: number | null }) {
  return id === null ? <PageForm page={null} /> : <OpenedPage id={id} />;
}

function OpenedPage({ id }: { id: number }) {
  const { data: page, error, refetch } = usePage(id);
  if (page) return <PageForm key={page.id} page={page} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="search-x"
      level="h1"
      title="This page could not be opened"
      action={
        <>
          <Button onClick={() => void refetch()}>Try again</Button>
          <Link to={LIST} className={buttonClass('secondary')}>
            All pages
          </Link>
        </>
      }
    >
      {messageOf(error)}
    </EmptyState>
  );
}

interface PageValues {
  title: string;
  slug: string;
  body: RichText;
  seo_title: string;
  seo_description: string;
  is_published: boolean;
  publish_from: string | null;
  publish_until: string | null;
}

const valuesOf = (page: AdminPage | null): PageValues => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  body: page?.body ?? EMPTY_TEXT,
  seo_title: page?.seo_title ?? '',
  seo_description: page?.seo_description ?? '',
  is_published: page?.is_published ?? false,
  publish_from: page?.publish_from ?? null,
  publish_until: page?.publish_until ?? null,
});

function PageForm({ page: opened }: { page: AdminPage | null }) {
  const client = useQueryClient();
  const [page, setPage] = useState(opened);
  /** Starts the editor over with another text. */
  const [version, setVersion] = useState(0);
  const [isDeleting, setDeleting] = useState(false);
  const edit = useConcurrentEdit(page, 'page');
  const { theirs } = edit;

  const adopt = (saved: AdminPage) => {
    setPage(saved);
    form.reset(valuesOf(saved));
    void client.invalidateQueries({ queryKey: ['content-pages'] });
  };
  const shopForm = useShopForm<PageValues>(
    valuesOf(page),
    (values) =>
      edit.save(async (on) => {
        if (!on) {
          const created = await api.call('POST /admin/content/pages', { body: values });
          form.reset(values);
          toast(`Page ${created.title} created`);
          void client.invalidateQueries({ queryKey: ['content-pages'] });
          go(`${LIST}/${created.id}`, { replace: true });
          return;
        }
        const body = { ...values, revision: on.revision };
        const saved = await api.call('PUT /admin/content/pages/{id}', { params: { id: on.id }, body });
        edit.keepMine(saved);
        adopt(saved);
        toast(`Page ${saved.title} saved`);
      }),
    { incomplete: 'Please check the marked fields.' },
  );
  const { form, field, failure, attempt, submit } = shopForm;
  const { isDirty, isSubmitting, errors, dirtyFields } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const values = form.watch();
  const text = plainText(values.body);
  const address = values.slug || suggestedSlug(values.title);

  const remove = async () => {
    if (!page) return;
    try {
      await api.call('DELETE /admin/content/pages/{id}', { params: { id: page.id } });
      toast(`Page ${page.title} deleted`);
      form.reset(values);
      void client.invalidateQueries({ queryKey: ['content-pages'] });
      go(LIST);
    } catch (error) {
      toastFailure(messageOf(error));
      setDeleting(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={page ? page.title : 'New page'}
        trail={TRAIL}
        actions={
          <>
            {page?.status === 'published' && (
              <Link to={`/pages/${page.slug}`} className={buttonClass('quiet')}>
                View
              </Link>
            )}
            {page && (
              <Button look="quiet" onClick={() => setDeleting(true)}>
                <Icon name="trash" /> Delete
              </Button>
            )}
            <Button type="submit" busy={isSubmitting && 'Saving…'}>
              Save page
            </Button>
          </>
        }
      >
        {page && <PageStatusBadge status={page.status} />}
      </PageHeader>
      <ErrorSummary message={failure} attempt={attempt} />
      {theirs && (
        <div className="mb-6">
          <EditConflict
            newer={{
              read: async () => theirs,
              show: (now) => {
                edit.keepMine(now);
                adopt(now);
                setVersion(version + 1);
              },
            }}
            onKeep={edit.keepMine}
          />
        </div>
      )}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <TextField
            label="Title"
            required
            maxLength={200}
            {...field('title', {
              required: 'Please enter a title.',
              onChange: ({ target }) => {
                if (!page && !dirtyFields.slug) form.setValue('slug', suggestedSlug(target.value));
              },
            })}
          />
          <TextField
            label="Address"
            required
            maxLength={100}
            hint={
              page?.is_published && values.slug !== page.slug
                ? `/pages/${address}. Links to /pages/${page.slug} will lead there.`
                : `/pages/${address}`
            }
            {...field('slug', { required: 'Please enter an address.' })}
          />
          <RichTextEditor
            key={version}
            label="Text"
            value={values.body}
            error={errors.body?.message}
            onChange={(body) => form.setValue('body', body, { shouldDirty: true })}
          />
          <section className="panel grid gap-5 p-5">
            <h2 className="text-xl">Visibility</h2>
            <Switch label="Published" hint="Shoppers do not see drafts." {...form.register('is_published')} />
            <ScheduleFields
              from={values.publish_from}
              until={values.publish_until}
              error={errors.publish_until?.message}
              onChange={({ from, until }) => {
                form.setValue('publish_from', from, { shouldDirty: true });
                form.setValue('publish_until', until, { shouldDirty: true });
              }}
            />
          </section>
          <section className="panel grid gap-5 p-5">
            <h2 className="text-xl">Search engines</h2>
            <TextField
              label="Title for search engines"
              maxLength={120}
              hint={`${values.seo_title.length} of about 60 characters. Default: the title.`}
              {...field('seo_title')}
            />
            <TextArea
              label="Description for search engines"
              rows={3}
              maxLength={320}
              hint={`${values.seo_description.length} of about 155 characters. Default: the beginning of the text.`}
              {...field('seo_description')}
            />
            <SearchPreview
              title={values.seo_title || values.title}
              description={values.seo_description || beginningOf(text, DESCRIPTION_LENGTH)}
              path={`/pages/${address}`}
            />
          </section>
        </div>
        <div className="xl:sticky xl:top-20 xl:h-[calc(100svh-7rem)]">
          <PreviewFrame title="Preview of the page">
            <PageView page={{ title: values.title || 'Untitled', body: values.body }} />
          </PreviewFrame>
        </div>
      </div>
      {question}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete this page?"
        confirmLabel="Delete page"
        onConfirm={() => void remove()}
      >
        “{page?.title}” and its redirects are deleted for good. Links to it lead to “Page Not Found”.
      </ConfirmDialog>
    </form>
  );
}
