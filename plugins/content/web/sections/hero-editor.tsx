import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import type { HeroSettings } from '../../server/section-settings.ts';
import { ButtonFields } from './button-fields.tsx';
import { PictureField } from './picture-field.tsx';

export default function HeroEditor(props: SectionEditorProps<HeroSettings>) {
  const { settings, problems } = props;
  const { set, text } = sectionFields(props);
  return (
    <>
      <TextField label="Line above the heading" maxLength={60} {...text('kicker')} />
      <TextField label="Heading" required maxLength={120} {...text('title')} />
      <TextArea label="Text" rows={3} maxLength={400} {...text('text')} />
      <PictureField picture={settings.picture} error={problems.picture?.[0]} onChange={(picture) => set({ picture })} />
      <ButtonFields settings={settings} problems={problems} onChange={set} />
    </>
  );
}
