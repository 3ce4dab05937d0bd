import pluginTabs from 'virtual:slot/product.tabs';
import { descriptionBlocks } from '#domain/catalogue/description.ts';
import { freeShippingFrom } from '#web/shared/money.ts';
import { deliveryTime } from '#web/shared/shop/promises.ts';
import { flatRateInstead } from '#web/shared/shop/terms.ts';
import type { Product } from '#web/shared/variants/product.ts';
import { type Tab, Tabs } from '#web/ui/tabs.tsx';

/** Storefront §2: keys of the table capitalised; `battery_life` is 'Battery life'. */
const capitalised = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

/** The paragraphs and lists of a description. */
function Description({ text }: { text: string }) {
  return [...descriptionBlocks(text).entries()].map(([at, block]) => {
    if (block.kind === 'paragraph') {
      return (
        <p key={at} dir="auto" className="whitespace-pre-line">
          {block.text}
        </p>
      );
    }
    const List = block.kind === 'numbers' ? 'ol' : 'ul';
    return (
      <List key={at}>
        {[...block.items.entries()].map(([number, item]) => (
          <li key={number} dir="auto">
            {item}
          </li>
        ))}
      </List>
    );
  });
}

/** Tabs of plug-ins replace those of the same id and follow the others. */
function withPluginTabs(tabs: readonly Tab[], added: NonNullable<typeof pluginTabs>, product: Product): readonly Tab[] {
  const own = added
    .filter(({ onlyWithDataOf: plugin }) => plugin === undefined || product.extensions?.[plugin] !== undefined)
    .map(({ id, label, Content }) => ({ id, label, content: <Content product={product} /> }));
  const replaced = tabs.map((tab) => own.find(({ id }) => id === tab.id) ?? tab);
  return [...replaced, ...own.filter((tab) => !replaced.includes(tab))];
}

export default function ProductTabs({ product }: { product: Product }) {
  const { description, features, specifications, custom } = product;
  const condition = flatRateInstead();
  const rows = [
    ...Object.entries(specifications).map(([key, value]) => ({ key, label: capitalised(key), text: value })),
    ...custom.map(({ key, label, text }) => ({ key: `custom.${key}`, label, text })),
  ];
  const tabs = [
    {
      id: 'description',
      label: 'Description',
      content: (
        <div className="product-story">
          <div className="prose">
            <Description text={description} />
          </div>
          {features.length > 0 && (
            <ul className="features">
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          )}
        </div>
      ),
    },
    {
      id: 'specifications',
      label: 'Specifications',
      content:
        rows.length > 0 ? (
          <table className="specifications">
            <tbody>
              {rows.map(({ key, label, text }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="text-muted">No specifications available</p>
        ),
    },
    { id: 'reviews', label: 'Reviews', content: <p className="text-muted">Reviews feature coming soon</p> },
    {
      id: 'shipping',
      label: 'Shipping & Returns',
      content: (
        <ul className="prose list-disc pl-5">
          <li>
            {`Free standard shipping on orders over ${freeShippingFrom()}`}
            {condition && <span className="block text-muted">{condition}</span>}
          </li>
          <li>{`Delivery in ${deliveryTime()}`}</li>
          <li>30-day returns</li>
        </ul>
      ),
    },
  ];
  return <Tabs label="About this product" tabs={pluginTabs ? withPluginTabs(tabs, pluginTabs, product) : tabs} />;
}
