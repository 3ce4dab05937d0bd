import type { SectionProps } from '#plugin/web';
import type { PlainTextSettings } from '../../server/section-settings.ts';
import { RichTextView } from '../rich-text.tsx';

/** Rich text in a column of a comfortable width. */
export default function Text({ settings: { text } }: SectionProps<PlainTextSettings>) {
  return (
    <section>
      <RichTextView text={text} className="mx-auto" />
    </section>
  );
}
