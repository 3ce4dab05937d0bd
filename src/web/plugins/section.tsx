import sections from 'virtual:sections';
import { PluginPart } from './create-slot.tsx';

/** Props of a section's component. */
export interface SectionProps<Settings = unknown, Data = unknown> {
  readonly settings: Settings;
  /** What `load` returned. */
  readonly data: Data;
}

interface PluginSectionProps extends SectionProps {
  /** `<plugin>.<name>`. */
  readonly type: string;
}

/** A section that a plug-in offers. Renders nothing without data, and when its plug-in is gone. */
export function PluginSection({ type, settings, data }: PluginSectionProps) {
  const Content = sections?.[type];
  if (!Content || data === null) return null;
  const [plugin = '', name] = type.split('.');
  return <PluginPart part={{ plugin, place: `section ${name}` }} Content={Content} props={{ settings, data }} />;
}
