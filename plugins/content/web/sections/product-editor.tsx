import { type SectionEditorProps, sectionFields } from '#plugin/admin';
import { TextArea } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';
import type { ProductSettings } from '../../server/section-settings.ts';
import { ChoiceList } from './choice-list.tsx';

export default function ProductEditor(props: SectionEditorProps<ProductSettings>) {
  const { settings, onChange, problems } = props;
  const { text } = sectionFields(props);
  return (
    <>
      <ChoiceList
        label="Product"
        kind="products"
        ids={settings.product === undefined ? [] : [settings.product]}
        max={1}
        error={problems.product && 'Please choose a product.'}
        onChange={([product]) => {
          const { product: _, ...others } = settings;
          onChange(product === undefined ? others : { ...others, product });
        }}
      />
      <TextArea
        label="Text"
        hint="Default: the beginning of its description."
        rows={3}
        maxLength={SECTION_LIMITS.text}
        {...text('text')}
      />
    </>
  );
}
