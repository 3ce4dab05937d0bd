import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** A sum that only grows is a counter. */
export interface ReceivedMetric {
  readonly name: string;
  readonly gauge?: object;
  readonly sum?: { readonly isMonotonic: boolean };
}

export interface OtlpReceiver {
  readonly url: string;
  spans(): readonly ReceivedSpan[];
  metrics(): readonly ReceivedMetric[];
  /** Everything received, as JSON. */
  text(): string;
  /** Responds with this status from now on. Undefined: does not respond. */
  respondWith(status: number | undefined): void;
  close(): Promise<void>;
}

interface Traces {
  readonly resourceSpans?: {
    readonly scopeSpans: {
      readonly spans: (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: KeyValue[] })[];
    }[];
  }[];
}
interface Metrics {
  readonly resourceMetrics?: { readonly scopeMetrics: { readonly metrics: ReceivedMetric[] }[] }[];
}

const readAttributes = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );

/** A collector that receives OTLP as JSON over HTTP. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: unknown[] = [];
  let status: number | undefined = 200;
  const server = createServer(async (request, response) => {
    bodies.push(await json(request));
    if (status !== undefined) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      (bodies as Traces[])
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: readAttributes(span.attributes) })),
    metrics: () =>
      (bodies as Metrics[])
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics),
    text: () => JSON.stringify(bodies),
    respondWith(next) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
