import type { SectionEditorProps } from '#plugin/admin';
import { TextField } from '#plugin/web';
import type { NewsletterSettings } from '../../server/section-settings.ts';

export default function NewsletterEditor({ settings, onChange, problems }: SectionEditorProps<NewsletterSettings>) {
  const set = (changed: Partial<NewsletterSettings>) => onChange({ ...settings, ...changed });
  return (
    <>
      <TextField
        label="Heading"
        required
        maxLength={80}
        value={settings.title ?? ''}
        error={problems.title?.[0]}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        label="Text"
        maxLength={200}
        value={settings.text ?? ''}
        error={problems.text?.[0]}
        onChange={({ target }) => set({ text: target.value })}
      />
    </>
  );
}
