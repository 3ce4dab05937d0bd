import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { NewsletterSettings } from '../../server/section-settings.ts';

export default function NewsletterEditor(props: SectionEditorProps<NewsletterSettings>) {
  const { text } = sectionFields(props);
  return (
    <>
      <TextField label="Heading" required maxLength={SECTION_LIMITS.rowTitle} {...text('title')} />
      <TextField label="Text" maxLength={SECTION_LIMITS.newsletterText} {...text('text')} />
    </>
  );
}
