import { type ShopForm, TextArea, TextField } from '#plugin/web';
import { ENTRY_LIMITS } from '../../limits.ts';
import { PictureField } from '../sections/picture-field.tsx';
import { type EntryValues, tagsOf } from './entry-kinds.ts';

/** What posts have beside the fields of pages. */
export function PostFields({ form: { form, field }, values }: { form: ShopForm<EntryValues>; values: EntryValues }) {
  const { errors } = form.formState;
  return (
    <>
      <TextArea
        label="Summary"
        rows={3}
        maxLength={ENTRY_LIMITS.summary}
        hint="Shown in the list of posts and in the feed. Default: the beginning of the text."
        {...field('summary')}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="Author"
          maxLength={ENTRY_LIMITS.author}
          hint="The name that readers see."
          {...field('author')}
        />
        <TextField
          label="Tags"
          hint={`Up to ${ENTRY_LIMITS.tags}, separated by commas.`}
          {...field('tags', {
            validate: (tags) =>
              tagsOf(tags).length <= ENTRY_LIMITS.tags || `A post can have ${ENTRY_LIMITS.tags} tags at most.`,
          })}
        />
      </div>
      <PictureField
        label="Cover picture"
        picture={values.cover}
        error={errors.cover?.message}
        onChange={(cover) => form.setValue('cover', cover, { shouldDirty: true })}
      />
    </>
  );
}
