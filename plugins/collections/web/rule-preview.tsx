import { Amount, counted, formatCount, messageOf, Picture, Skeleton } from '#plugin/web';
import { type PreviewInput, usePreview } from './admin-data.ts';
import { completeRule, type FormValues, wholeOf } from './form-values.ts';

function inputOf({ rule: drafts, sort, max_products }: FormValues): PreviewInput | null {
  const rule = completeRule(drafts);
  return rule && { rule, sort: sort === 'manual' ? 'best-selling' : sort, max_products: wholeOf(max_products) };
}

/** How many products a rule finds, and the first of them, while it is typed. */
export function RulePreview({ values }: { values: FormValues }) {
  const input = inputOf(values);
  const { data, error, isPlaceholderData } = usePreview(input);
  return (
    <section aria-labelledby="preview" className="panel p-4 sm:p-6">
      <h2 id="preview" className="text-xl">
        Preview
      </h2>
      <div className="mt-2" role="status">
        {input === null ? (
          <p className="text-muted">Complete the conditions to see what they find.</p>
        ) : error ? (
          <p className="text-danger">{messageOf(error, 'The preview could not be loaded.')}</p>
        ) : data ? (
          <p className="font-semibold">{counted(data.total, MATCHES, formatCount)}</p>
        ) : (
          <Skeleton className="h-6 w-40" />
        )}
      </div>
      {input !== null && data && !error && data.products.length > 0 && (
        <ul className={`mt-4 grid grid-cols-1 gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          {data.products.map(({ id, name, image, price }) => (
            <li key={id} className="flex items-center gap-3">
              <span className="w-11 flex-none overflow-hidden rounded-field">
                <Picture src={image} alt="" sizes="44px" />
              </span>
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {name}
              </span>
              <span className="nums flex-none text-muted">
                <Amount value={price} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {input !== null && data && data.total > data.products.length && (
        <p className="mt-3 text-muted text-small">and {formatCount(data.total - data.products.length)} more</p>
      )}
    </section>
  );
}

const MATCHES = ['product matches', 'products match'] as const;
