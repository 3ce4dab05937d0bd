import { useEffect } from 'react';
import { paymentStatusLabel } from '#domain/checkout/payment-status.ts';
import type { Data } from '#web/api/calls.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { AddressLines, type AddressParts } from './address-lines.tsx';
import { type Adjustment, AdjustmentList } from './adjustment-list.tsx';
import { ChosenOptions } from './chosen-options.tsx';
import { OrderSums, type Sums } from './order-sums.tsx';

export interface InvoiceLine {
  readonly id: number;
  readonly name: string;
  readonly variantName: string | null;
  readonly sku: string;
  readonly price: string;
  readonly quantity: number;
  readonly adjustments?: readonly Adjustment[] | undefined;
  readonly total: string;
}

export interface InvoiceOrder {
  readonly orderNumber: string;
  readonly placedAt: string;
  readonly paymentStatus: string;
  readonly email: string;
  readonly shippingAddress: AddressParts;
  readonly billingAddress: AddressParts;
  readonly options: React.ComponentProps<typeof ChosenOptions>['options'];
  readonly lines: readonly InvoiceLine[];
  readonly sums: Sums;
}

interface InvoiceProps {
  order: InvoiceOrder;
  issued: Data<'GET /orders/{id}/issued-invoice'>;
  /** The order. */
  backTo: string;
  /** Opened by a Print button: print at once. */
  printsAtOnce?: boolean;
}

/** A printable invoice. */
export function Invoice({ order, issued, backTo, printsAtOnce = false }: InvoiceProps) {
  const { orderNumber, placedAt, paymentStatus, email, billingAddress, shippingAddress, options, lines, sums } = order;

  useEffect(() => {
    if (printsAtOnce) print();
  }, [printsAtOnce]);

  return (
    <>
      <div className="mb-4 flex max-w-3xl items-center justify-between gap-4 print:hidden">
        <Link to={backTo} className="inline-flex min-h-11 items-center gap-1">
          <Icon name="chevron-left" />
          <span className="link">Back to the order</span>
        </Link>
        <Button small onClick={() => print()}>
          Print
        </Button>
      </div>
      <article className="panel invoice">
        <header className="flex flex-wrap items-start justify-between gap-6">
          <ShopAddress />
          <div className="sm:text-right">
            <h1 className="text-2xl">Invoice</h1>
            {issued.number && <p className="font-semibold nums">{issued.number}</p>}
            <p className={issued.number ? 'text-muted nums' : 'font-semibold nums'}>{orderNumber}</p>
            <p className="text-muted">
              <DateTime at={placedAt} />
            </p>
            <p className="text-muted">Payment {paymentStatusLabel(paymentStatus).toLowerCase()}</p>
            {issued.cancelled_at && (
              <p className="text-muted">
                Cancelled on <DateTime at={issued.cancelled_at} />
              </p>
            )}
          </div>
        </header>
        <div className="mt-8 grid gap-6 sm:grid-cols-2">
          <section>
            <h2 className="invoice-heading">Bill to</h2>
            <AddressLines {...billingAddress} />
            <p className="wrap-anywhere">{email}</p>
          </section>
          <section>
            <h2 className="invoice-heading">Deliver to</h2>
            <AddressLines {...shippingAddress} />
          </section>
          {options && (
            <section>
              <h2 className="invoice-heading">Options</h2>
              <ChosenOptions options={options} />
            </section>
          )}
        </div>
        <table className="invoice-lines" aria-label="Items">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="figure invoice-wide">
                Quantity
              </th>
              <th scope="col" className="figure invoice-wide">
                Price
              </th>
              <th scope="col" className="figure">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <bdi className="block">{line.name}</bdi>
                  <span className="block text-muted text-small">
                    {line.variantName && `${line.variantName} · `}
                    {line.sku}
                  </span>
                  <AdjustmentList adjustments={line.adjustments} currency={sums.currency} />
                  <span className="invoice-quantity">
                    {line.quantity} × {formatPrice(line.price, sums.currency)}
                  </span>
                </td>
                <td className="figure invoice-wide">{line.quantity}</td>
                <td className="figure invoice-wide">{formatPrice(line.price, sums.currency)}</td>
                <td className="figure">{formatPrice(line.total, sums.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <OrderSums {...sums} className="mt-6 sm:ml-auto sm:w-72" />
      </article>
    </>
  );
}

/** The sender, from the current settings. */
function ShopAddress() {
  const { siteName, logo, contactEmail, supportPhone } = shop();
  return (
    <div className="min-w-0">
      {logo ? (
        <>
          <Logo {...logo.light} className="block dark:hidden print:block!" />
          <Logo {...logo.dark} className="hidden dark:block print:hidden!" />
          <p className="mt-2 font-semibold wrap-anywhere">{siteName}</p>
        </>
      ) : (
        <p className="font-display text-3xl font-semibold tracking-tight wrap-anywhere">{siteName}</p>
      )}
      <p className="mt-1 text-muted text-small wrap-anywhere">
        {[contactEmail, supportPhone].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

/** The alternative text is empty, because the name is beside the logo. */
function Logo({ className, ...picture }: { src: string; width: number; height: number; className: string }) {
  return <img alt="" {...picture} className={`max-h-12 w-auto max-w-full object-contain ${className}`} />;
}
