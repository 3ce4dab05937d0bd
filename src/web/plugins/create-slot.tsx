import { Component, type ComponentType, memo, type ReactNode, Suspense } from 'react';
import { checkPartsPaused } from './paused-parts.ts';
import type { SlotName, SlotProps, SlotPropsByName } from './slots.ts';

/** A slot that plug-ins use, as the shop renders it. */
export type Slot<Name extends SlotName> = ComponentType<SlotPropsByName[Name]>;

interface Part {
  readonly plugin: string;
  /** Lazy: its chunk is loaded where the slot is rendered. */
  readonly Content: ComponentType<SlotProps<SlotName>>;
}

/** A tab that a plug-in adds to the product page. */
export interface PluginTab {
  readonly id: string;
  readonly label: string;
  readonly Content: Slot<'product.tabs'>;
  /** Shown only for products about which this plug-in returned data. */
  readonly onlyWithDataOf?: string;
}

/**
 * Renders the parts of plug-ins in a slot, in the order of the plug-ins. It is rendered again only if its props change: until a
 * part has loaded, a render would replace the server's HTML with nothing.
 */
export const createSlot = <Name extends SlotName>(name: Name, parts: readonly Part[]): Slot<Name> =>
  memo((props: SlotPropsByName[Name]) => <PluginParts name={name} parts={parts} props={props} />);

interface PluginPartsProps<Name extends SlotName> {
  name: Name;
  parts: readonly Part[];
  props: SlotPropsByName[Name];
}

function PluginParts<Name extends SlotName>({ name, parts, props }: PluginPartsProps<Name>) {
  return parts.map(({ plugin, Content }) => (
    <PartBoundary key={plugin} part={`part of ${plugin} in ${name}`}>
      <Suspense>
        <PluginPart Content={Content} props={{ ...props, data: dataFor(plugin, props) } as SlotProps<SlotName>} />
      </Suspense>
    </PartBoundary>
  ));
}

/** What the plug-in has loaded for the slot's product. */
function dataFor(plugin: string, props: object): unknown {
  const { product } = props as { product?: { extensions?: Readonly<Record<string, unknown>> } };
  return product?.extensions?.[plugin];
}

/** Its name in the component stack tells the server that an error belongs to a plug-in (`ssr/server-entry.tsx`). */
export function PluginPart<P extends object>({ Content, props }: { Content: ComponentType<P>; props: P }) {
  if (import.meta.env.SSR) checkPartsPaused();
  return <Content {...props} />;
}

interface BoundaryProps {
  /** For the log, such as `section collections.row`. */
  part: string;
  children: ReactNode;
}

/** A part that fails renders nothing; the page around it stays. On the server, the `Suspense` inside does the same. */
export class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`The ${this.props.part} failed`, error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
