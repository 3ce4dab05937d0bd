import { useRef, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Amount } from '#web/shared/amount.tsx';
import { refreshCart } from '#web/shared/cart/cart.ts';
import type { CartItem } from '#web/shared/cart/cart-item.ts';
import { formatPrice } from '#web/shared/money.ts';
import { notifyOtherTabs } from '#web/shared/other-tabs.ts';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { toastFailure } from '#web/ui/toast.ts';

type Option = NonNullable<CartItem['options']>[number];

interface LineOptionsProps {
  id: number;
  options: readonly Option[];
  /** What the options belong to, for screen readers. */
  of: string;
}

/** The options that plug-ins offer for a line. A choice is saved at once; a text when its field is left. */
export default function LineOptions({ id, options, of }: LineOptionsProps) {
  const { chosen, choose } = useChosen(id, options);
  return (
    <fieldset className="mt-3 grid max-w-xs gap-3 max-sm:mb-3">
      <legend className="sr-only">Options for {of}</legend>
      {options.map((option) => (
        <Control
          key={option.key}
          option={option}
          value={chosen[option.key] ?? null}
          choose={(value) => choose(option.key, value)}
        />
      ))}
    </fieldset>
  );
}

type ChosenOptions = Readonly<Record<string, string | null>>;

/**
 * The chosen values, updated optimistically. One request runs at a time, and only the latest change is sent after it. After a
 * refusal, the stored values are shown again.
 */
function useChosen(
  id: number,
  options: readonly Option[],
): { chosen: ChosenOptions; choose: (key: string, value: string | null) => void } {
  const [chosen, setChosen] = useState<ChosenOptions | null>(null);
  const latest = useRef<ChosenOptions | null>(null);
  const stored = Object.fromEntries(options.map(({ key, value }) => [key, value]));

  const save = async () => {
    for (let saved: ChosenOptions | null = null; latest.current && latest.current !== saved; ) {
      saved = latest.current;
      try {
        await call('PUT /cart/{id}', { params: { id }, body: { options: saved } });
        notifyOtherTabs('cart');
      } catch (error) {
        latest.current = saved;
        toastFailure(messageOf(error));
      }
      await refreshCart();
    }
    latest.current = null;
    setChosen(null);
  };
  const choose = (key: string, value: string | null) => {
    const isSaving = latest.current !== null;
    latest.current = { ...(latest.current ?? stored), [key]: value };
    setChosen(latest.current);
    if (!isSaving) void save();
  };
  return { chosen: chosen ?? stored, choose };
}

interface ControlProps {
  option: Option;
  value: string | null;
  choose: (value: string | null) => void;
}

function Control({ option, value, choose }: ControlProps) {
  const { kind, label, choices, max_length } = option;
  if (kind === 'flag') {
    return (
      <Checkbox
        label={
          <>
            {label} <Price option={option} />
          </>
        }
        checked={value !== null}
        onChange={({ target }) => choose(target.checked ? 'yes' : null)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <SelectField label={label} value={value ?? ''} onChange={({ target }) => choose(target.value || null)}>
        <option value="">None</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
            {choice.price !== '0.00' && ` (+${formatPrice(choice.price)}${option.per === 'unit' ? ' each' : ''})`}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      key={value}
      label={
        <>
          {label} <Price option={option} />
        </>
      }
      defaultValue={value ?? ''}
      maxLength={max_length ?? undefined}
      autoComplete="off"
      onBlur={({ target }) => {
        const text = target.value.trim() || null;
        if (text !== value) choose(text);
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  );
}

function Price({ option: { price, per } }: { option: Option }) {
  if (price === '0.00') return null;
  return (
    <span className="text-muted">
      (<Amount value={price} sign="+" />
      {per === 'unit' && ' each'})
    </span>
  );
}
