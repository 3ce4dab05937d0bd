import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { CategoriesSettings } from '../../server/section-settings.ts';
import { ChoiceList } from './choice-list.tsx';

export default function CategoriesEditor(props: SectionEditorProps<CategoriesSettings>) {
  const { settings, problems } = props;
  const { set, text } = sectionFields(props);
  return (
    <>
      <TextField label="Heading" maxLength={SECTION_LIMITS.rowTitle} {...text('title')} />
      <ChoiceList
        label="Categories"
        kind="categories"
        hint="Default: the shop’s first six."
        ids={settings.chosen ?? []}
        max={SECTION_LIMITS.categories}
        error={problems.chosen?.[0]}
        onChange={(chosen) => set({ chosen })}
      />
    </>
  );
}
