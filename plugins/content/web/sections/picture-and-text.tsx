import type { SectionProps } from '#plugin/web';
import type { PictureAndTextSettings } from '../../server/section-settings.ts';
import { RichTextView } from '../rich-text.tsx';
import { WholePicture } from '../whole-picture.tsx';
import { SectionButton } from './section-button.tsx';

/** A picture beside a text; one above the other on a phone. */
export default function PictureAndText({ settings }: SectionProps<PictureAndTextSettings & { isFirst: boolean }>) {
  const { title, text, picture, side, button_label, button_to, isFirst } = settings;
  return (
    <section className="grid items-center gap-8 md:grid-cols-2 lg:gap-16">
      <WholePicture
        picture={picture}
        first={isFirst}
        sizes="(width >= 768px) 46vw, 92vw"
        className={`h-auto w-full rounded-panel ${side === 'right' ? 'md:order-last' : ''}`}
      />
      <div>
        {title && <h2 className="mb-4 wrap-anywhere">{title}</h2>}
        <RichTextView text={text} sizes="(width >= 768px) 46vw, 92vw" />
        <div className="mt-6 empty:hidden">
          <SectionButton label={button_label} to={button_to} look="secondary" />
        </div>
      </div>
    </section>
  );
}
