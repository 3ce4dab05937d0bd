import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { NumberField } from '#plugin/web';
import type { SectionSettings } from '../section.ts';

export default function AskedProductsEditor(props: SectionEditorProps<SectionSettings>) {
  const { number } = sectionFields(props);
  return <NumberField label="Products" min={1} max={6} step={1} {...number('count')} />;
}
