import { useDeferredValue, useState } from 'react';
import { adminMeta, DraftPage, PreviewFrame, useDraft } from '#plugin/admin';
import { Button, EmptyState, isSameJson, messageOf, SelectField, Skeleton } from '#plugin/web';
import type { AdminTheme } from '../contract.ts';
import { FONT_NAMES, type FontName, fontLabel } from '../model/fonts.ts';
import {
  COLOURS,
  contrastChecks,
  derivedContrasts,
  effective,
  MODES,
  type Mode,
  OWN_COLOURS,
} from '../model/palette.ts';
import { CORNERS, type Corners, OWN_THEME, type Theme } from '../model/theme.ts';
import { ColourField } from './colour-field.tsx';
import { IconField, LogoField } from './picture-fields.tsx';
import { api, useTheme } from './theme-data.ts';
import { ThemePreview } from './theme-preview.tsx';

export const meta = () => adminMeta('Theme');

/** Colours, fonts, corners, logo and icon of the shop. */
export default function ThemePage() {
  const { data, error, refetch } = useTheme();
  if (data) return <ThemeForm opened={data} />;
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon="wifi-off"
      level="h1"
      title="The theme could not be loaded"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

const COLOUR_FIELDS = {
  paper: ['Background', 'Behind everything.'],
  surface: ['Cards and fields', 'Cards, forms and menus.'],
  ink: ['Text', 'Body text and headings. Lines and muted text follow from it.'],
  accent: ['Accent', 'Buttons and counts. A readable text colour is chosen for you.'],
  sale: ['Sale price', 'Reduced prices and low stock.'],
  band: ['Announcement bar and footer', 'A readable text colour is chosen for you.'],
} as const;

const MODE_NAMES = { light: 'Light', dark: 'Dark' } as const;

const CORNER_NAMES: Record<Corners, string> = {
  square: 'Square',
  soft: 'Slightly rounded',
  round: 'Rounded',
  extra: 'Very rounded',
};

function ThemeForm({ opened }: { opened: AdminTheme }) {
  const [theme, setTheme] = useState<Theme>(opened.draft ?? opened.published ?? OWN_THEME);
  const [mode, setMode] = useState<Mode>('light');
  const previewed = useDeferredValue(theme);
  const set = (changed: Partial<Theme>) => setTheme((now) => ({ ...now, ...changed }));
  const draft = useDraft({
    opened,
    content: theme,
    empty: OWN_THEME,
    isSame: isSameJson,
    changes: {
      save: (revision) => api.call('PUT /admin/theme/draft', { body: { revision, theme } }),
      publish: (revision) => api.call('POST /admin/theme/publish', { body: { revision } }),
      discard: (revision) => api.call('POST /admin/theme/discard', { body: { revision } }),
      withdraw: (revision) => api.call('POST /admin/theme/withdraw', { body: { revision } }),
    },
    nameOf: 'theme',
    onShow: setTheme,
    messages: { published: 'Theme published', withdrawn: 'The shop shows its default theme again' },
  });

  return (
    <DraftPage
      draft={draft}
      title="Theme"
      canDiscard={draft.isDirty || draft.stored.draft !== null}
      canPublish={draft.isDirty || draft.stored.draft !== null}
      discarding="Everything you changed since the theme was published will be lost."
      withdrawal={{
        action: 'Back to the default theme',
        title: 'Go back to the default theme?',
        confirm: 'Use default theme',
        text: 'Visitors will no longer see your theme. It stays here as a draft.',
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
          <ColoursPanel theme={theme} mode={mode} onMode={setMode} onChange={set} />
          <ShapesPanel theme={theme} onChange={set} />
          <PicturesPanel theme={theme} onChange={set} />
        </div>
        <div className="xl:sticky xl:top-20 xl:h-[calc(100svh-7rem)]">
          <PreviewFrame title="Preview of the theme" theme={mode}>
            <ThemePreview theme={previewed} />
          </PreviewFrame>
        </div>
      </div>
    </DraftPage>
  );
}

interface PanelProps {
  theme: Theme;
  onChange: (changed: Partial<Theme>) => void;
}

interface ColoursPanelProps extends PanelProps {
  mode: Mode;
  onMode: (mode: Mode) => void;
}

/** The colours of one mode, with the contrasts that are too low. */
function ColoursPanel({ theme, mode, onMode, onChange }: ColoursPanelProps) {
  const checks = [...contrastChecks(mode, theme[mode]), ...derivedContrasts(mode, theme[mode])];
  return (
    <section className="panel grid gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Colours</h2>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Theme whose colours are shown</legend>
          {MODES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode === name}
              className="button button-quiet button-small aria-pressed:bg-sunken"
              onClick={() => onMode(name)}
            >
              {MODE_NAMES[name]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        {COLOURS.map((name) => (
          <ColourField
            key={`${mode} ${name}`}
            label={COLOUR_FIELDS[name][0]}
            hint={COLOUR_FIELDS[name][1]}
            value={theme[mode][name]}
            own={OWN_COLOURS[mode][name]}
            checks={checks.filter(({ field }) => field === name)}
            onChange={(colour) => onChange({ [mode]: { ...theme[mode], [name]: colour } })}
          />
        ))}
      </div>
    </section>
  );
}

function ShapesPanel({ theme, onChange }: PanelProps) {
  return (
    <section className="panel grid gap-5 p-5 sm:grid-cols-2">
      <h2 className="text-xl sm:col-span-2">Fonts and corners</h2>
      <FontSelect
        label="Headings"
        own="fraunces"
        value={theme.heading_font}
        onChange={(heading_font) => onChange({ heading_font })}
      />
      <FontSelect
        label="Body text"
        own="inter"
        value={theme.text_font}
        onChange={(text_font) => onChange({ text_font })}
      />
      <SelectField
        label="Corners"
        value={theme.corners ?? 'round'}
        onChange={({ target }) => onChange({ corners: target.value === 'round' ? null : (target.value as Corners) })}
      >
        {CORNERS.map((name) => (
          <option key={name} value={name}>
            {CORNER_NAMES[name]}
          </option>
        ))}
      </SelectField>
    </section>
  );
}

function PicturesPanel({ theme, onChange }: PanelProps) {
  return (
    <section className="panel grid gap-6 p-5 sm:grid-cols-2">
      <h2 className="text-xl sm:col-span-2">Logo and icon</h2>
      <LogoField
        label="Logo"
        hint="Replaces the name in the header. PNG or WebP with a transparent background, at least 80 pixels high."
        value={theme.logo.light}
        background={effective('light', theme.light).paper}
        onChange={(light) => onChange({ logo: { ...theme.logo, light } })}
      />
      <LogoField
        label="Logo for the dark theme"
        hint="Without one, the dark theme shows the logo above."
        value={theme.logo.dark}
        background={effective('dark', theme.dark).paper}
        onChange={(dark) => onChange({ logo: { ...theme.logo, dark } })}
      />
      <IconField
        label="Icon"
        hint="For browser tabs and home screens. A square, at least 180 pixels wide."
        value={theme.icon}
        onChange={(icon) => onChange({ icon })}
      />
    </section>
  );
}

interface FontSelectProps {
  label: string;
  /** The shop's own. */
  own: FontName;
  value: FontName | null;
  onChange: (font: FontName | null) => void;
}

function FontSelect({ label, own, value, onChange }: FontSelectProps) {
  const names = [own, ...FONT_NAMES.filter((name) => name !== own)];
  return (
    <SelectField
      label={label}
      value={value ?? own}
      onChange={({ target }) => onChange(names.find((name) => name === target.value && name !== own) ?? null)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {fontLabel(name)}
          {name === own ? ' (default)' : ''}
        </option>
      ))}
    </SelectField>
  );
}
