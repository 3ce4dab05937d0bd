import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { SelectField, TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import { EMPTY_TEXT } from '../../model/rich-text.ts';
import type { PictureAndTextSettings } from '../../server/section-settings.ts';
import { RichTextEditor } from '../admin/rich-text-editor.tsx';
import { ButtonFields } from './button-fields.tsx';
import { PictureField } from './picture-field.tsx';

export default function PictureAndTextEditor(props: SectionEditorProps<PictureAndTextSettings>) {
  const { settings, onChange, problems } = props;
  const { set, text } = sectionFields(props);
  return (
    <>
      <TextField label="Heading" maxLength={SECTION_LIMITS.title} {...text('title')} />
      <RichTextEditor
        label="Text"
        value={settings.text ?? EMPTY_TEXT}
        error={problems.text?.[0]}
        onChange={(text) => set({ text })}
      />
      <PictureField
        picture={settings.picture}
        error={problems.picture && 'Please choose a picture.'}
        onChange={(picture) => {
          const { picture: _, ...others } = settings;
          onChange(picture ? { ...others, picture } : others);
        }}
      />
      <SelectField
        label="The picture is"
        value={settings.side ?? 'left'}
        onChange={({ target }) => set({ side: target.value === 'right' ? 'right' : 'left' })}
      >
        <option value="left">on the left</option>
        <option value="right">on the right</option>
      </SelectField>
      <ButtonFields settings={settings} problems={problems} onChange={set} />
    </>
  );
}
