import type { FastifyInstance } from 'fastify';
import { wrapMethods } from '../wrap-methods.ts';
import type { GaugeSource } from './gauge-source.ts';

/** Must not contain personal data or parameter values, because traces leave the shop. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** Also chooses the histogram that the duration is added to. */
  readonly kind: 'statement' | 'job' | 'event' | 'provider';
  readonly name: string;
  /** Also on the histogram, so each must have few values. */
  readonly attributes: SpanAttributes;
  /** Only in traces. */
  readonly details?: SpanAttributes;
}

/** Traces and metrics for an external collector. */
export interface Tracer {
  run<T>(facts: SpanOptions, work: () => Promise<T>): Promise<T>;
  traceRequests(app: FastifyInstance): void;
  exportGauge(source: GaugeSource): void;
  /** Of the current trace. */
  traceId(): string | undefined;
}

/** One for the process, like its exporter; `undefined`: OpenTelemetry is not even loaded. */
let tracer: Tracer | undefined;

export function setTracer(current: Tracer | undefined): void {
  tracer = current;
}

export const currentTracer = (): Tracer | undefined => tracer;

/** Runs a unit of work as a span of the current trace. A statement outside a trace is not recorded. */
export function traced<T>(facts: () => SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.run(facts(), work) : work();
}

/**
 * Wraps an object so that calls of its methods, and those of its parts, are recorded as calls of an external service. All of
 * them must be asynchronous.
 */
export function traceMethods<T extends object>(service: T, name: string): T {
  if (!tracer) return service;
  return wrapMethods(service, (operation, call) => {
    const attributes = { 'stoa.provider': name, 'stoa.operation': operation };
    return traced(() => ({ kind: 'provider', name: `${name} ${operation}`, attributes }), call);
  });
}
