import { Icon, navigate, type SlotProps } from '#plugin/web';
import { categoryWithGuide } from '../guide.ts';
import type { ProductGuides } from '../server/size-guides.ts';

const PAGE = '/size-guide';

/** Below the options of a product that comes in sizes. */
export default function SizeGuideLink({ options, categories, data }: SlotProps<'product.options', ProductGuides>) {
  const sizes = options.find(({ name }) => /\bsize\b/i.test(name));
  const category = sizes && categoryWithGuide(data?.guides ?? [], categories, sizes.values);
  if (!sizes || category === undefined) return null;
  return (
    <a
      href={PAGE}
      aria-haspopup="dialog"
      className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-small"
      onClick={(event) => {
        // The link itself is for new tabs, and until scripts have loaded.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        import('./size-guide.tsx')
          .then(({ openSizeGuide }) => openSizeGuide(category, sizes.values))
          .catch(() => navigate(PAGE));
      }}
    >
      <Icon name="ruler" /> Size guide
    </a>
  );
}
