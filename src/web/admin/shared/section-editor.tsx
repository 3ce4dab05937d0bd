import editors from 'virtual:section-editors';
import { Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Props of the component with the fields of a section's settings. */
export interface SectionEditorProps<Settings> {
  /** As they were stored, or the defaults: they may be incomplete. */
  readonly settings: Partial<Settings>;
  readonly onChange: (settings: Partial<Settings>) => void;
  /** Messages by field, as `sections.check` refuses them. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

/** Names of the settings with values of one type. */
type NameOf<Settings, Value> = {
  [K in keyof Settings]-?: Value extends Settings[K] ? K & string : never;
}[keyof Settings];

/** Props for the fields of a section editor: `{...fields.text('title')}`. */
export function sectionFields<Settings>({ settings, onChange, problems }: SectionEditorProps<Settings>) {
  const set = (changed: Partial<Settings>) => onChange({ ...settings, ...changed });
  const field = <Value,>(name: keyof Settings & string, convert: (typed: string) => Value) => ({
    value: String(settings[name] ?? ''),
    error: problems[name]?.[0],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...settings, [name]: convert(target.value) }),
  });
  return {
    set,
    text: (name: NameOf<Settings, string>) => field(name, String),
    number: (name: NameOf<Settings, number>) => field(name, Number),
  };
}

interface PluginSectionEditorProps extends SectionEditorProps<object> {
  /** `<plugin>.<name>`. */
  readonly type: string;
}

/** The form of a section that a plug-in offers. */
export function PluginSectionEditor({ type, ...props }: PluginSectionEditorProps) {
  const Editor = editors?.[type];
  if (!Editor) return <p className="text-muted">The plug-in that offers this section is no longer installed.</p>;
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <Editor {...props} />
    </Suspense>
  );
}
