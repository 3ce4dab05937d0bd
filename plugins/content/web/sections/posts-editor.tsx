import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { NumberField, TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { PostsSettings } from '../../server/section-settings.ts';

export default function PostsEditor(props: SectionEditorProps<PostsSettings>) {
  const { text, number } = sectionFields(props);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Heading" maxLength={SECTION_LIMITS.rowTitle} {...text('title')} />
      <NumberField
        label="Number of posts"
        hint="While there are no posts, visitors do not see this section."
        {...SECTION_LIMITS.posts}
        step={1}
        {...number('count')}
      />
    </div>
  );
}
