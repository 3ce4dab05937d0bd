import type { SectionEditorProps } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import type { QuoteSettings } from '../../server/section-settings.ts';

export default function QuoteEditor({ settings, onChange, problems }: SectionEditorProps<QuoteSettings>) {
  const set = (changed: Partial<QuoteSettings>) => onChange({ ...settings, ...changed });
  return (
    <>
      <TextArea
        label="Quote"
        hint="Without quotation marks."
        required
        rows={3}
        maxLength={400}
        value={settings.text ?? ''}
        error={problems.text?.[0]}
        onChange={({ target }) => set({ text: target.value })}
      />
      <TextField
        label="Who said it"
        maxLength={80}
        value={settings.author ?? ''}
        error={problems.author?.[0]}
        onChange={({ target }) => set({ author: target.value })}
      />
    </>
  );
}
