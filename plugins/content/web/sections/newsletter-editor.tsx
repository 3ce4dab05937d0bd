import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextField } from '#plugin/web';
import type { NewsletterSettings } from '../../server/section-settings.ts';

export default function NewsletterEditor(props: SectionEditorProps<NewsletterSettings>) {
  const { text } = sectionFields(props);
  return (
    <>
      <TextField label="Heading" required maxLength={80} {...text('title')} />
      <TextField label="Text" maxLength={200} {...text('text')} />
    </>
  );
}
