import { useId, useState } from 'react';
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
  const [isSaving, setSaving] = useState(false);
  const choose = async (key: string, value: string | null) => {
    if (isSaving) return;
    setSaving(true);
    try {
      const chosen = Object.fromEntries(options.map((option) => [option.key, option.value]));
      await call('PUT /cart/{id}', { params: { id }, body: { options: { ...chosen, [key]: value } } });
      notifyOtherTabs('cart');
    } catch (error) {
      toastFailure(messageOf(error));
    }
    await refreshCart();
    setSaving(false);
  };
  return (
    <fieldset className="mt-3 grid max-w-xs gap-3" aria-busy={isSaving}>
      <legend className="sr-only">Options for {of}</legend>
      {options.map((option) => (
        <Control
          key={`${option.key} ${option.value}`}
          option={option}
          choose={(value) => void choose(option.key, value)}
        />
      ))}
    </fieldset>
  );
}

interface ControlProps {
  option: Option;
  choose: (value: string | null) => void;
}

function Control({ option, choose }: ControlProps) {
  const { kind, label, value, choices, max_length } = option;
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
  return <TextOption option={option} maxLength={max_length ?? undefined} choose={choose} />;
}

function TextOption({ option, maxLength, choose }: ControlProps & { maxLength: number | undefined }) {
  const id = useId();
  const [text, setText] = useState(option.value ?? '');
  const save = () => {
    if (text.trim() !== (option.value ?? '')) choose(text.trim() || null);
  };
  return (
    <TextField
      id={id}
      label={
        <>
          {option.label} <Price option={option} />
        </>
      }
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      onChange={({ target }) => setText(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
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
