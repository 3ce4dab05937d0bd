import type { SectionEditorProps } from '#plugin/admin';
import { EMPTY_TEXT } from '../../model/rich-text.ts';
import type { PlainTextSettings } from '../../server/section-settings.ts';
import { RichTextEditor } from '../admin/rich-text-editor.tsx';

export default function TextEditor({ settings, onChange, problems }: SectionEditorProps<PlainTextSettings>) {
  return (
    <RichTextEditor
      label="Text"
      value={settings.text ?? EMPTY_TEXT}
      error={problems.text?.[0]}
      onChange={(text) => onChange({ text })}
    />
  );
}
