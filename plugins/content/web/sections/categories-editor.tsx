import type { SectionEditorProps } from '#plugin/admin';
import { TextField } from '#plugin/web';
import type { CategoriesSettings } from '../../server/section-settings.ts';
import { ChoiceList } from './choice-list.tsx';

export default function CategoriesEditor({ settings, onChange, problems }: SectionEditorProps<CategoriesSettings>) {
  const set = (changed: Partial<CategoriesSettings>) => onChange({ ...settings, ...changed });
  return (
    <>
      <TextField
        label="Heading"
        maxLength={80}
        value={settings.title ?? ''}
        error={problems.title?.[0]}
        onChange={({ target }) => set({ title: target.value })}
      />
      <ChoiceList
        label="Categories"
        kind="categories"
        hint="Default: the shop’s first six."
        ids={settings.chosen ?? []}
        max={12}
        error={problems.chosen?.[0]}
        onChange={(chosen) => set({ chosen })}
      />
    </>
  );
}
