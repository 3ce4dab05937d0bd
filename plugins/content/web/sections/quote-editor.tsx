import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import type { QuoteSettings } from '../../server/section-settings.ts';

export default function QuoteEditor(props: SectionEditorProps<QuoteSettings>) {
  const { text } = sectionFields(props);
  return (
    <>
      <TextArea label="Quote" hint="Without quotation marks." required rows={3} maxLength={400} {...text('text')} />
      <TextField label="Who said it" maxLength={80} {...text('author')} />
    </>
  );
}
