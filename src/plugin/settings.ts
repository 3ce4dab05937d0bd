interface FieldText {
  /** The field's label on the settings screen. */
  readonly label: string;
  /** One sentence below the field. */
  readonly hint?: string;
}

export interface BooleanSetting extends FieldText {
  readonly kind: 'boolean';
  readonly default: boolean;
}

export interface IntegerSetting extends FieldText {
  readonly kind: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** An amount of money in the shop's currency. */
export interface MoneySetting extends FieldText {
  readonly kind: 'money';
  /** Cents. */
  readonly default: number;
}

export interface TextSetting extends FieldText {
  readonly kind: 'text';
  readonly default: string;
  readonly maxLength: number;
  /** Several lines. */
  readonly isLong?: true;
}

export interface ChoiceSetting extends FieldText {
  readonly kind: 'choice';
  /** Label by value. */
  readonly options: Readonly<Record<string, string>>;
  /** One of the values. */
  readonly default: string;
}

/** Stored encrypted and never sent to a browser; the settings screen shows only whether one is stored. */
export interface SecretSetting extends FieldText {
  readonly kind: 'secret';
}

export type SettingField = BooleanSetting | IntegerSetting | MoneySetting | TextSetting | ChoiceSetting | SecretSetting;
export type SettingFields = Readonly<Record<string, SettingField>>;

type ValueOf<F extends SettingField> = F extends { readonly kind: 'boolean' }
  ? boolean
  : F extends { readonly kind: 'integer' | 'money' }
    ? number
    : F extends { readonly kind: 'choice'; readonly options: infer O }
      ? keyof O & string
      : F extends { readonly kind: 'secret' }
        ? string | undefined
        : string;

/** Values of settings as the plug-in reads them: money in cents, a secret in plain text or undefined when none is stored. */
export type SettingValues<F extends SettingFields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** The settings of a plug-in. They are one section of the settings screen; its form and its API follow from the fields. */
export interface SettingsDefinition<F extends SettingFields = SettingFields> {
  /** The section's heading, such as `Reviews`. */
  readonly title: string;
  readonly fields: F;
}

/** Keeps the literal types of the fields, from which `services.settings()` gets its type. */
export function defineSettings<const F extends SettingFields>(settings: SettingsDefinition<F>): SettingsDefinition<F> {
  return settings;
}
