import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { NumberField, SelectField, TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { ProductsSettings } from '../../server/section-settings.ts';
import { ChoiceList } from './choice-list.tsx';

const SOURCES = [
  ['newest', 'Newest'],
  ['popular', 'Best-selling'],
  ['rated', 'Best rated'],
  ['sale', 'On sale'],
  ['chosen', 'Chosen products'],
] as const;

export default function ProductsEditor(props: SectionEditorProps<ProductsSettings>) {
  const { settings, problems } = props;
  const { set, text, number } = sectionFields(props);
  return (
    <>
      <TextField label="Heading" maxLength={SECTION_LIMITS.rowTitle} {...text('title')} />
      <SelectField
        label="Products"
        value={settings.source ?? 'newest'}
        error={problems.source?.[0]}
        onChange={({ target }) => set({ source: target.value as ProductsSettings['source'] })}
      >
        {SOURCES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {settings.source === 'chosen' ? (
        <ChoiceList
          label="Chosen products"
          kind="products"
          ids={settings.chosen ?? []}
          max={SECTION_LIMITS.products.max}
          error={problems.chosen?.[0]}
          onChange={(chosen) => set({ chosen, count: Math.max(SECTION_LIMITS.products.min, chosen.length) })}
        />
      ) : (
        <>
          <ChoiceList
            label="Category"
            kind="categories"
            hint="Default: all categories."
            ids={settings.category ? [settings.category] : []}
            max={1}
            error={problems.category?.[0]}
            onChange={([category]) => set({ category: category ?? null })}
          />
          <NumberField label="How many" {...SECTION_LIMITS.products} step={1} {...number('count')} />
        </>
      )}
    </>
  );
}
