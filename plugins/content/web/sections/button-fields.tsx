import { TextField } from '#plugin/web';
import { SECTION_LIMITS } from '../../limits.ts';

interface ButtonSettings {
  button_label?: string;
  button_to?: string;
}

interface ButtonFieldsProps {
  settings: ButtonSettings;
  problems: Readonly<Record<string, readonly string[]>>;
  onChange: (changed: ButtonSettings) => void;
}

/** Label and address of a section's button; both empty: no button. */
export function ButtonFields({
  settings: { button_label = '', button_to = '' },
  problems,
  onChange,
}: ButtonFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Button"
        hint="Leave empty for no button."
        maxLength={SECTION_LIMITS.button}
        value={button_label}
        error={problems.button_label?.[0]}
        onChange={({ target }) => onChange({ button_label: target.value, button_to })}
      />
      <TextField
        label="Leads to"
        placeholder="/products"
        value={button_to}
        error={problems.button_to?.[0]}
        onChange={({ target }) => onChange({ button_label, button_to: target.value })}
      />
    </div>
  );
}
