import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/size-guide-page.ts';

const CLOTHES = [
  ['XS', '32-34', '26-28', '34-36'],
  ['S', '35-37', '29-31', '36-38'],
  ['M', '38-40', '32-34', '39-41'],
  ['L', '41-43', '35-37', '42-44'],
  ['XL', '44-46', '38-40', '45-47'],
  ['XXL', '47-49', '41-43', '48-50'],
] as const;

const SHOES = [
  ['6', '5', '38.5', '24.0'],
  ['7', '6', '40', '25.0'],
  ['8', '7', '41', '26.0'],
  ['9', '8', '42.5', '27.0'],
  ['10', '9', '44', '28.0'],
  ['11', '10', '45', '29.0'],
  ['12', '11', '46', '30.0'],
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Size guide'),
    description: 'How to measure, and which size of clothes and shoes fits.',
    path: '/size-guide',
  });

export default function SizeGuidePage() {
  return (
    <TextPage
      title="Size guide"
      lead="Measure over what you would wear underneath. Between two sizes, take the larger."
    >
      <TextSection id="clothes" title="Clothes, in inches">
        <SizeTable head={['Size', 'Chest', 'Waist', 'Hips']} rows={CLOTHES} />
        <p className="text-muted">
          Chest at its widest, waist where the body is narrowest, hips at their widest; the tape level and not tight.
        </p>
      </TextSection>
      <TextSection id="shoes" title="Shoes">
        <SizeTable head={['US', 'UK', 'EU', 'Foot, cm']} rows={SHOES} />
        <p className="text-muted">
          Stand on a sheet of paper in the evening, mark heel and longest toe, and measure between the marks.
        </p>
      </TextSection>
      <TextSection id="wrong" title="If it does not fit">
        <p>
          Send it back within 30 days: the page about{' '}
          <Link to="/returns" className="link">
            returns
          </Link>{' '}
          says how. What a maker measures otherwise stands with the product.
        </p>
      </TextSection>
    </TextPage>
  );
}

function SizeTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly [string, ...string[]])[] }) {
  return (
    <table className="fact-table">
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([size, ...measures]) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            {measures.map((measure) => (
              <td key={measure}>{measure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
