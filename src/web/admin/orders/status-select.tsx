import { adminOrderTone, ORDER_STATUSES, type OrderStatus, orderStatusLabel } from '#domain/order-status.ts';

interface StatusSelectProps {
  status: OrderStatus;
  /** Names the select for who cannot see its row. */
  label: string;
  isSaving: boolean;
  onChoose: (status: OrderStatus) => void;
}

/** The status of an order as a badge that can be changed. It shows the new one only when the shop has taken it. */
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
