import { Component, type ComponentType, memo, type ReactNode, Suspense } from 'react';
import { type PartId, ServerPart } from './server-part.tsx';
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
    <PluginPart
      key={plugin}
      part={{ plugin, place: name }}
      Content={Content}
      props={{ ...props, data: dataFor(plugin, props) } as SlotProps<SlotName>}
    />
  ));
}

/** What the plug-in has loaded for the slot's product. */
function dataFor(plugin: string, props: object): unknown {
  const { product } = props as { product?: { extensions?: Readonly<Record<string, unknown>> } };
  return product?.extensions?.[plugin];
}

interface PluginPartProps<P> {
  part: PartId;
  Content: ComponentType<P>;
  props: P;
}

/** A component of a plug-in: an error in it does not reach the page around it. */
export function PluginPart<P extends object>({ part, Content, props }: PluginPartProps<P>) {
  const content = <Content {...props} />;
  return (
    <PartBoundary part={part}>
      <Suspense>
        {import.meta.env.SSR ? (
          <ServerPart part={part}>{content}</ServerPart>
        ) : (
          // `useId` depends on the number of siblings, and the server renders one more.
          <>
            {content}
            {null}
          </>
        )}
      </Suspense>
    </PartBoundary>
  );
}

interface BoundaryProps {
  part: PartId;
  children: ReactNode;
}

/** A part that fails renders nothing; the page around it stays. On the server, the `Suspense` inside does the same. */
class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { plugin, place } = this.props.part;
    console.error(`The part of ${plugin} in ${place} failed`, error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
