import { useState } from 'react';
import { EditConflict, PageHeader, slugFollowsName, useUnsavedGuard } from '#plugin/admin';
import {
  Button,
  buttonClass,
  ConfirmDialog,
  EmptyState,
  ErrorSummary,
  Icon,
  Link,
  messageOf,
  Skeleton,
  TextField,
} from '#plugin/web';
import { ENTRY_LIMITS } from '../../limits.ts';
import { useEntry } from './content-data.ts';
import type { Entry, EntryKind } from './entry-kinds.ts';
import { SearchEnginesPanel, VisibilityPanel } from './entry-panels.tsx';
import { EntryPreview } from './entry-preview.tsx';
import { PageStatusBadge } from './page-status.tsx';
import { PostFields } from './post-fields.tsx';
import { RichTextEditor } from './rich-text-editor.tsx';
import { suggestedSlug } from './suggested-slug.ts';
import { useEntryForm } from './use-entry-form.ts';

/** Writes a page or a post. @param id null for a new one */
export default function EntryEditor({ kind, id }: { kind: EntryKind; id: number | null }) {
  return id === null ? <EntryForm kind={kind} entry={null} /> : <OpenedEntry kind={kind} id={id} />;
}

function OpenedEntry({ kind, id }: { kind: EntryKind; id: number }) {
  const { data: entry, error, refetch } = useEntry(kind, id);
  if (entry) return <EntryForm key={entry.id} kind={kind} entry={entry} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="search-x"
      level="h1"
      title={`The ${kind.noun} could not be loaded`}
      action={
        <>
          <Button onClick={() => void refetch()}>Try again</Button>
          <Link to={kind.list} className={buttonClass('secondary')}>
            All {kind.noun}s
          </Link>
        </>
      }
    >
      {messageOf(error)}
    </EmptyState>
  );
}

function EntryForm({ kind, entry: opened }: { kind: EntryKind; entry: Entry | null }) {
  const [deletion, setDeletion] = useState<'asked' | 'started' | null>(null);
  const { entry, shopForm, textVersion, theirs, showTheirs, keepMine, remove } = useEntryForm(kind, opened);
  const { form, field, failure, attempt, submit } = shopForm;
  const { isDirty, isSubmitting, errors } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const values = form.watch();
  const onTitle = slugFollowsName({
    isNew: !entry,
    name: values.title,
    slug: values.slug,
    slugOf: suggestedSlug,
    setSlug: (slug) => form.setValue('slug', slug),
  });
  const isPost = kind.noun === 'post';
  const path = `${kind.path}/${values.slug || suggestedSlug(values.title)}`;

  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={entry ? entry.title : isPost ? 'Add Post' : 'Add Page'}
        trail={[[kind.plural, kind.list]]}
        actions={
          <>
            {entry?.status === 'published' && (
              <Link to={`${kind.path}/${entry.slug}`} className={buttonClass('quiet')}>
                View
              </Link>
            )}
            {entry && (
              <Button look="quiet" onClick={() => setDeletion('asked')}>
                <Icon name="trash" /> Delete
              </Button>
            )}
            <Button type="submit" busy={isSubmitting && 'Saving…'}>
              Save {kind.noun}
            </Button>
          </>
        }
      >
        {entry && <PageStatusBadge status={entry.status} />}
      </PageHeader>
      <ErrorSummary message={failure} attempt={attempt} />
      {theirs && (
        <div className="mb-6">
          <EditConflict newer={{ read: async () => theirs, show: showTheirs }} onKeep={keepMine} />
        </div>
      )}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
          <TextField
            label="Title"
            required
            maxLength={ENTRY_LIMITS.title}
            {...field('title', {
              required: 'Please enter a title.',
              onChange: onTitle,
            })}
          />
          <TextField
            label="Address"
            required
            maxLength={ENTRY_LIMITS.slug}
            hint={
              entry?.is_published && values.slug !== entry.slug
                ? `${path}. Links to ${kind.path}/${entry.slug} will lead there.`
                : path
            }
            {...field('slug', { required: 'Please enter an address.' })}
          />
          {isPost && <PostFields form={shopForm} values={values} />}
          <RichTextEditor
            key={textVersion}
            label="Text"
            value={values.body}
            error={errors.body?.message}
            onChange={(body) => form.setValue('body', body, { shouldDirty: true })}
          />
          <VisibilityPanel form={shopForm} values={values} isPost={isPost} />
          <SearchEnginesPanel form={shopForm} values={values} path={path} isPost={isPost} />
        </div>
        <div className="xl:sticky xl:top-20 xl:h-[calc(100svh-7rem)]">
          <EntryPreview kind={kind} values={values} />
        </div>
      </div>
      {question}
      <ConfirmDialog
        isOpen={deletion !== null}
        onClose={() => setDeletion(null)}
        title={`Delete this ${kind.noun}?`}
        confirmLabel={`Delete ${kind.noun}`}
        busy={deletion === 'started' && 'Deleting…'}
        onConfirm={() => {
          setDeletion('started');
          void remove().then((isGone) => isGone || setDeletion(null));
        }}
      >
        “{entry?.title}” and its redirects are deleted for good. Links to it lead to “Page Not Found”.
      </ConfirmDialog>
    </form>
  );
}
