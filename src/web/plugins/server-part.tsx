import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { BLOCK_MS } from '#domain/shop/node-health.ts';

/** The plug-in of a part, and where the part is shown. */
export interface PartId {
  readonly plugin: string;
  /** A slot, such as `product.tabs`, or a section, such as `section row`. */
  readonly place: string;
}

/** A part whose rendering blocked the server. */
export interface BlockingPart {
  readonly part: PartId;
  readonly ms: number;
}

const pausedUntil = new Map<string, number>();
const keyOf = ({ plugin, place }: PartId): string => `${plugin} ${place}`;

/**
 * Call it when a part has delayed a page for too long. The server renders few pages at a time, so for a while it leaves this part
 * to the browser.
 */
export function pausePart(part: PartId, pauseMs: number): void {
  pausedUntil.set(keyOf(part), performance.now() + pauseMs);
}

export class PartPaused extends Error {
  override readonly name = 'PartPaused';
}

/** @throws PartPaused during the pause: the `Suspense` around the part then shows its fallback. */
function checkPaused(part: PartId): void {
  if (performance.now() < (pausedUntil.get(keyOf(part)) ?? 0)) {
    throw new PartPaused('The part is not rendered for a while after a timeout');
  }
}

const blocking: BlockingPart[] = [];
/** Returns the parts that blocked since the last call. */
export const takeBlockingParts = (): BlockingPart[] => blocking.splice(0);

type NamedComponent = ComponentType<{ children: ReactNode }>;
const named = new Map<string, NamedComponent>();
/** Matches the names of these components in component stacks. */
const STACK_NAME = /\bat PluginPart:([\w-]+):(.+?)(?: \(|$)/m;

/** A component named after the part: React identifies where an error happened only by component names. */
function namedComponent(part: PartId): NamedComponent {
  const key = keyOf(part);
  const known = named.get(key);
  if (known) return known;
  const name = `PluginPart:${part.plugin}:${part.place}`;
  const component: NamedComponent = Object.defineProperty(({ children }: { children: ReactNode }) => children, 'name', {
    value: name,
  });
  named.set(key, component);
  return component;
}

/** The innermost part in a component stack; undefined for components of the shop. */
export function partInStack(componentStack: string): PartId | undefined {
  const [, plugin, place] = STACK_NAME.exec(componentStack) ?? [];
  return plugin === undefined || place === undefined ? undefined : { plugin, place };
}

interface Timing {
  readonly started: number;
  /** Time that the parts inside this part took. */
  innerMs: number;
}

const TimingContext = createContext<Timing | null>(null);

/** Renders a part on the server: names it in component stacks, and measures how long it takes without the parts inside it. */
export function ServerPart({ part, children }: { part: PartId; children: ReactNode }) {
  checkPaused(part);
  const Named = namedComponent(part);
  const timing: Timing = { started: performance.now(), innerMs: 0 };
  return (
    <Named>
      <TimingContext value={timing}>{children}</TimingContext>
      <BlockReporter part={part} timing={timing} />
    </Named>
  );
}

/** React renders it directly after the part. */
function BlockReporter({ part, timing }: { part: PartId; timing: Timing }) {
  const total = performance.now() - timing.started;
  const outer = useContext(TimingContext);
  if (outer) outer.innerMs += total;
  const ms = total - timing.innerMs;
  if (ms >= BLOCK_MS) blocking.push({ part, ms });
  return null;
}
