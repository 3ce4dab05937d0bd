import { adminOrderTone, ORDER_STATUSES, type OrderStatus, orderStatusLabel } from '#domain/orders/order-status.ts';

interface StatusSelectProps {
  status: OrderStatus;
  /** Accessible name. */
  label: string;
  isSaving: boolean;
  onChoose: (status: OrderStatus) => void;
}

/** An order's status as an editable badge. It shows the new status only after the server has accepted it. */
export function StatusSelect({ status, label, isSaving, onChoose }: StatusSelectProps) {
  return (
    <select
      aria-label={label}
      aria-busy={isSaving}
      disabled={isSaving}
      value={status}
      className={`status-select badge-${adminOrderTone(status)}`}
      onChange={(event) => onChoose(event.target.value as OrderStatus)}
    >
      {ORDER_STATUSES.map((choice) => (
        <option key={choice} value={choice}>
          {orderStatusLabel(choice)}
        </option>
      ))}
    </select>
  );
}
