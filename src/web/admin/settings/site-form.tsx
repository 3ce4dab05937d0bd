import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { CURRENCIES } from '#domain/money/currency.ts';
import { LANGUAGES } from '#domain/shop/language.ts';
import { TIME_ZONES } from '#domain/shop/time-zone.ts';
import { call } from '#web/api/call.ts';
import { Banner } from '#web/ui/banner.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { type SectionProps, useSection } from './use-section.ts';

const CURRENCY_NAMES = { USD: 'US dollar', EUR: 'Euro', GBP: 'British pound', CAD: 'Canadian dollar' } as const;
const LANGUAGE_NAMES = {
  en: 'English (US)',
  'en-GB': 'English (UK)',
  'en-CA': 'English (Canada)',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
} as const;

const valuesOf = ({ revision: _r, updatedAt: _at, updatedBy: _by, currencyLock: _lock, ...fields }: Settings['site']) =>
  fields;

/** Name, contact, currency and formats of the shop. */
export function SiteForm({ settings, notify }: SectionProps<'site'>) {
  const section = useSection({
    section: 'site',
    name: 'System',
    settings,
    valuesOf,
    save: (values, revision) => call('PUT /admin/settings/site', { body: { ...values, revision } }),
    notify,
  });
  const { form, field } = section;
  return (
    <SectionFrame of={section} name="System" saved={settings}>
      <FieldGroup title="The shop">
        <TextField label="Site name" maxLength={SETTING_LIMITS.siteName} dir="auto" {...field('siteName')} />
        <TextArea
          label="Site description"
          dir="auto"
          rows={2}
          maxLength={SETTING_LIMITS.siteDescription}
          hint="Shown in the footer and in search results."
          {...field('siteDescription')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Contact email" type="email" inputMode="email" {...field('contactEmail')} />
          <TextField
            label="Support phone"
            type="tel"
            maxLength={SETTING_LIMITS.supportPhone}
            {...field('supportPhone')}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Money and dates">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            className="sm:col-span-2"
            label="Currency"
            {...field('currency')}
            {...(settings.currencyLock !== null && { disabled: true, hint: settings.currencyLock })}
          >
            {CURRENCIES.map((code) => (
              <option key={code} value={code}>
                {code} · {CURRENCY_NAMES[code]}
              </option>
            ))}
          </SelectField>
          <SelectField label="Timezone" {...field('timezone')}>
            {TIME_ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
          <SelectField label="Language" {...field('language')}>
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {LANGUAGE_NAMES[code]}
              </option>
            ))}
          </SelectField>
        </div>
        <p className="text-muted text-small">
          The language defines the format of amounts, numbers and dates. The shop’s texts are English.
        </p>
        {settings.currencyLock === null && form.watch('currency') !== settings.currency && (
          <Banner tone="warning">
            Prices, coupons and shipping costs are not converted: what costs 10 {settings.currency} will cost 10{' '}
            {form.watch('currency')}. After the first order, the currency can no longer be changed.
          </Banner>
        )}
      </FieldGroup>
    </SectionFrame>
  );
}
