import { useId, useState } from 'react';
import { Badge } from '#plugin/web';
import { HEX, type Hex } from '../model/colour.ts';
import { type ContrastCheck, isEnough } from '../model/palette.ts';

interface ColourFieldProps {
  label: string;
  hint: string;
  value: Hex | null;
  /** The shop's own colour, shown while none is chosen. */
  own: Hex;
  checks: readonly ContrastCheck[];
  onChange: (colour: Hex | null) => void;
}

/** A colour with the contrasts that depend on it. */
export function ColourField({ label, hint, value, own, checks, onChange }: ColourFieldProps) {
  const id = useId();
  const shown = value ?? own;
  /** The field's text while it is not a valid colour. */
  const [typed, setTyped] = useState<string>();
  const text = typed ?? shown;
  const isBroken = checks.some((check) => !isEnough(check));
  return (
    <div className="grid content-start gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {value !== null && (
          <button
            type="button"
            className="link text-small"
            onClick={() => {
              setTyped(undefined);
              onChange(null);
            }}
          >
            Default<span className="sr-only"> for {label}</span>
          </button>
        )}
      </div>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={`${label}: pick a colour`}
          value={shown}
          className="h-12 w-14 flex-none cursor-pointer rounded-field border border-edge bg-surface p-1"
          onChange={({ target }) => {
            setTyped(undefined);
            onChange(target.value);
          }}
        />
        <input
          id={id}
          type="text"
          value={text}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint ${id}-contrast`}
          aria-invalid={isBroken || !HEX.test(text)}
          className="input nums min-w-0"
          onChange={({ target }) => {
            const next = target.value.trim().toLowerCase();
            if (HEX.test(next)) onChange(next);
            setTyped(HEX.test(next) ? undefined : target.value);
          }}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <ul id={`${id}-contrast`} className="grid gap-1 text-small">
        {checks.map((check) => (
          <Contrast key={check.label} check={check} />
        ))}
      </ul>
    </div>
  );
}

function Contrast({ check }: { check: ContrastCheck }) {
  const { label, ratio, needed } = check;
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span className="text-muted">{label}</span>
      {/* Rounded down, so that a contrast that fails never reads as sufficient. */}
      <span className="nums font-semibold">{(Math.floor(ratio * 10) / 10).toFixed(1)}:1</span>
      {!isEnough(check) && <Badge tone="danger">Too low, {needed}:1 needed</Badge>}
    </li>
  );
}
