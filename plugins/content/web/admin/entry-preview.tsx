import { useState } from 'react';
import { PreviewFrame } from '#plugin/admin';
import { PageView } from '../page.tsx';
import { PostView } from '../post-view.tsx';
import { type EntryKind, type EntryValues, tagsOf } from './entry-kinds.ts';

/** The page or post as shoppers would see it. */
export function EntryPreview({ kind, values }: { kind: EntryKind; values: EntryValues }) {
  /** The date of a post that would be published now. */
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <PreviewFrame title={`Preview of the ${kind.noun}`}>
      {kind.noun === 'post' ? (
        <PostView
          post={{
            ...values,
            title: values.title || 'Untitled',
            tags: tagsOf(values.tags),
            published_at: values.publish_from ?? openedAt,
          }}
        />
      ) : (
        <PageView page={{ title: values.title || 'Untitled', body: values.body }} />
      )}
    </PreviewFrame>
  );
}
