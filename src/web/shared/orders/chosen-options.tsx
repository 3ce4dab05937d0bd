import type { Data } from '#web/api/calls.ts';

/** The checkout options of an order, such as a delivery note. */
export function ChosenOptions({ options }: Pick<Data<'GET /orders/{id}'>, 'options'>) {
  return (
    <dl className="grid gap-3">
      {options?.map(({ key, label, text }) => (
        <div key={key}>
          <dt className="text-muted text-small">
            <bdi>{label}</bdi>
          </dt>
          <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
            {text ?? 'Yes'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
