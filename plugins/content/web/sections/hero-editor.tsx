import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { HeroSettings } from '../../server/section-settings.ts';
import { ButtonFields } from './button-fields.tsx';
import { PictureField } from './picture-field.tsx';

export default function HeroEditor(props: SectionEditorProps<HeroSettings>) {
  const { settings, problems } = props;
  const { set, text } = sectionFields(props);
  return (
    <>
      <TextField label="Line above the heading" maxLength={SECTION_LIMITS.kicker} {...text('kicker')} />
      <TextField label="Heading" required maxLength={SECTION_LIMITS.title} {...text('title')} />
      <TextArea label="Text" rows={3} maxLength={SECTION_LIMITS.text} {...text('text')} />
      <PictureField picture={settings.picture} error={problems.picture?.[0]} onChange={(picture) => set({ picture })} />
      <ButtonFields settings={settings} problems={problems} onChange={set} />
    </>
  );
}
