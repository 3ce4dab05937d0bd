import type { SectionEditorProps } from '#plugin/admin';
import { TextArea, TextField } from '#plugin/web';
import type { HeroSettings } from '../../server/section-settings.ts';
import { ButtonFields } from './button-fields.tsx';
import { PictureField } from './picture-field.tsx';

export default function HeroEditor({ settings, onChange, problems }: SectionEditorProps<HeroSettings>) {
  const set = (changed: Partial<HeroSettings>) => onChange({ ...settings, ...changed });
  return (
    <>
      <TextField
        label="Line above the heading"
        maxLength={60}
        value={settings.kicker ?? ''}
        error={problems.kicker?.[0]}
        onChange={({ target }) => set({ kicker: target.value })}
      />
      <TextField
        label="Heading"
        required
        maxLength={120}
        value={settings.title ?? ''}
        error={problems.title?.[0]}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        label="Text"
        rows={3}
        maxLength={400}
        value={settings.text ?? ''}
        error={problems.text?.[0]}
        onChange={({ target }) => set({ text: target.value })}
      />
      <PictureField picture={settings.picture} error={problems.picture?.[0]} onChange={(picture) => set({ picture })} />
      <ButtonFields settings={settings} problems={problems} onChange={set} />
    </>
  );
}
