import type { SectionEditorProps } from '#plugin/admin';
import { NumberField, TextField } from '#plugin/web';
import type { PostsSettings } from '../../server/section-settings.ts';

export default function PostsEditor({ settings, onChange, problems }: SectionEditorProps<PostsSettings>) {
  const set = (changed: Partial<PostsSettings>) => onChange({ ...settings, ...changed });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Heading"
        maxLength={80}
        value={settings.title ?? ''}
        error={problems.title?.[0]}
        onChange={({ target }) => set({ title: target.value })}
      />
      <NumberField
        label="Number of posts"
        hint="While there are no posts, visitors do not see this section."
        min={1}
        max={6}
        step={1}
        value={settings.count ?? ''}
        error={problems.count?.[0]}
        onChange={({ target }) => set({ count: Number(target.value) })}
      />
    </div>
  );
}
