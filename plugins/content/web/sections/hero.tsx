import { BlurredPictureBelow, type SectionProps } from '#plugin/web';
import type { HeroSettings } from '../../server/section-settings.ts';
import { isUpload, WholePicture } from '../whole-picture.tsx';
import { SectionButton } from './section-button.tsx';

/** A heading with a picture and a button. */
export default function Hero({ settings }: SectionProps<HeroSettings & { isFirst: boolean }>) {
  const { kicker, title, text, picture, button_label, button_to, isFirst } = settings;
  return (
    <section className={`grid overflow-hidden rounded-panel bg-sunken ${picture ? 'lg:grid-cols-2' : ''}`}>
      <div className="self-center px-6 py-10 md:px-12 md:py-16 lg:px-16 lg:py-24">
        {kicker && <p className="mb-3 font-semibold text-accent">{kicker}</p>}
        <h2 className="text-hero wrap-anywhere">{title}</h2>
        {text && <p className="mt-5 max-w-md whitespace-pre-line text-lg text-muted wrap-anywhere">{text}</p>}
        <div className="mt-8 empty:hidden">
          <SectionButton label={button_label} to={button_to} />
        </div>
      </div>
      {picture && (
        <div className="relative isolate max-lg:order-first max-lg:aspect-[4/3] lg:min-h-[30rem]">
          <WholePicture
            picture={picture}
            first={isFirst}
            sizes="(width >= 1024px) 48vw, 100vw"
            className="absolute inset-0 size-full object-cover"
          />
          {isFirst && isUpload(picture) && <BlurredPictureBelow {...picture} />}
        </div>
      )}
    </section>
  );
}
