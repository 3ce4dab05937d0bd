import { useState } from 'react';
import { GOAL_LIMITS } from '#domain/form-limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, useShopForm } from '#web/shared/forms/shop-form.ts';
import { currencySymbol, formatPrice } from '#web/shared/money.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Banner } from '#web/ui/banner.tsx';
import { MoneyField, NumberField } from '#web/ui/field.tsx';
import { type Goals, useSetGoals } from './analytics-data.ts';
import { calendarWholeMonth } from './calendar.ts';

interface GoalsDialogProps {
  goals: Goals;
  onClose: () => void;
  onSaved: () => void;
}

/** The goals of a month. If another admin saved first, their goals are shown and can be overwritten. */
export function GoalsDialog({ goals, onClose, onSaved }: GoalsDialogProps) {
  const set = useSetGoals();
  const [first] = useState(goals);
  const [theirs, setTheirs] = useState<Goals | null>(null);
  const shopForm = useShopForm(
    {
      revenue: first.revenue ?? '',
      orders: first.orders?.toString() ?? '',
      customers: first.customers?.toString() ?? '',
    },
    async ({ revenue, orders, customers }) => {
      const body = {
        month: first.month,
        revision: (theirs ?? first).revision,
        revenue: revenue === '' ? null : revenue,
        orders: countOf('orders', orders),
        customers: countOf('customers', customers),
      };
      try {
        await set.mutateAsync(body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'goals.changed') setTheirs(error.data as Goals);
        throw error;
      }
      onSaved();
    },
    { otherwise: 'Failed to save the goals', name: `goals:${first.month}` },
  );
  const { field } = shopForm;
  return (
    <FormDialog
      title={`Goals for ${calendarWholeMonth(first.month)}`}
      saveLabel={theirs ? 'Save mine anyway' : 'Save goals'}
      shopForm={shopForm}
      onClose={onClose}
    >
      {theirs && (
        <Banner tone="warning">
          {theirs.updatedBy ?? 'Somebody'} has set: revenue {theirs.revenue ? formatPrice(theirs.revenue) : '–'}, orders{' '}
          {inputOf(theirs.orders)}, new customers {inputOf(theirs.customers)}.
        </Banner>
      )}
      <p className="text-muted">Leave a field empty for no goal.</p>
      <MoneyField label="Revenue" sign={currencySymbol()} {...field('revenue')} />
      <NumberField label="Orders" {...GOAL_LIMITS.count} {...field('orders')} />
      <NumberField label="New customers" {...GOAL_LIMITS.count} {...field('customers')} />
    </FormDialog>
  );
}

const inputOf = (count: number | null): string => (count === null ? '–' : formatCount(count));

/** @throws ApiError with a field message for input that is not a number; the server checks the rest. */
function countOf(field: string, typed: string): number | null {
  if (typed === '') return null;
  const count = Number(typed);
  if (!Number.isFinite(count)) throw fieldProblem(field, 'Please enter a whole number above 0, or nothing.');
  return count;
}
