import { type ShopForm, Switch, TextArea, TextField } from '#plugin/web';
import { ENTRY_LIMITS } from '../../limits.ts';
import { beginningOf, plainText } from '../../model/rich-text.ts';
import type { EntryValues } from './entry-kinds.ts';
import { PublishDateField, ScheduleFields } from './schedule-fields.tsx';
import { SearchPreview } from './search-preview.tsx';

const DESCRIPTION_LENGTH = 155;

interface EntryPanelProps {
  form: ShopForm<EntryValues>;
  values: EntryValues;
  isPost: boolean;
}

/** Whether and when shoppers see the entry. */
export function VisibilityPanel({ form: { form }, values, isPost }: EntryPanelProps) {
  const { errors } = form.formState;
  return (
    <section className="panel grid grid-cols-[minmax(0,1fr)] gap-5 p-5">
      <h2 className="text-xl">Visibility</h2>
      <Switch label="Published" hint="Shoppers do not see drafts." {...form.register('is_published')} />
      {isPost ? (
        <PublishDateField
          value={values.publish_from}
          error={errors.publish_from?.message}
          onChange={(at) => form.setValue('publish_from', at, { shouldDirty: true })}
        />
      ) : (
        <ScheduleFields
          from={values.publish_from}
          until={values.publish_until}
          error={errors.publish_until?.message}
          onChange={({ from, until }) => {
            form.setValue('publish_from', from, { shouldDirty: true });
            form.setValue('publish_until', until, { shouldDirty: true });
          }}
        />
      )}
    </section>
  );
}

/** What search engines show. @param path the address of the entry */
export function SearchEnginesPanel({ form: { field }, values, path, isPost }: EntryPanelProps & { path: string }) {
  return (
    <section className="panel grid grid-cols-[minmax(0,1fr)] gap-5 p-5">
      <h2 className="text-xl">Search engines</h2>
      <TextField
        label="Title for search engines"
        maxLength={ENTRY_LIMITS.seoTitle}
        hint={`${values.seo_title.length} of about 60 characters. Default: the title.`}
        {...field('seo_title')}
      />
      <TextArea
        label="Description for search engines"
        rows={3}
        maxLength={ENTRY_LIMITS.seoDescription}
        hint={`${values.seo_description.length} of about 155 characters. Default: ${isPost ? 'the summary, or ' : ''}the beginning of the text.`}
        {...field('seo_description')}
      />
      <SearchPreview
        title={values.seo_title || values.title}
        description={
          values.seo_description || values.summary || beginningOf(plainText(values.body), DESCRIPTION_LENGTH)
        }
        path={path}
      />
    </section>
  );
}
