import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { QuoteSettings } from '../../server/section-settings.ts';

export default function QuoteEditor(props: SectionEditorProps<QuoteSettings>) {
  const { text } = sectionFields(props);
  return (
    <>
      <TextArea
        label="Quote"
        hint="Without quotation marks."
        required
        rows={3}
        maxLength={SECTION_LIMITS.text}
        {...text('text')}
      />
      <TextField label="Who said it" maxLength={SECTION_LIMITS.author} {...text('author')} />
    </>
  );
}
