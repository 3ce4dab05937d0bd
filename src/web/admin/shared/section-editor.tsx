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
