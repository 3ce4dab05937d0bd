import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  type Histogram,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  type ExportResult,
  ExportResultCode,
  isTracingSuppressed,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTimeLimit } from '../concurrency/with-time-limit.ts';
import type { Logger } from '../log.ts';
import type { GaugeSource } from './gauge-source.ts';
import { MONITORING_ROUTES } from './monitoring-routes.ts';
import { type SpanOptions, setTracer, type Tracer } from './tracing.ts';

export interface TelemetryOptions {
  /** Base URL of the collector's OTLP/HTTP receiver. Headers and timeouts are read by the SDK (`OTEL_EXPORTER_OTLP_…`). */
  readonly endpoint: string;
  /** Share of traces that begin in the shop and are recorded, 0 to 1. */
  readonly sampled: number;
  readonly version: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

export interface Telemetry {
  /** Sends what is left and stops, also if the collector does not respond. */
  stop(): Promise<void>;
}

/** Of a collector that does not respond: the shop stops in its usual time. */
const STOP_TIMEOUT_MS = 2_000;
/** Seconds, as recommended for `http.server.request.duration`. */
const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SERVER_ERROR = 500;
const HISTOGRAMS: Readonly<Record<SpanOptions['kind'], string>> = {
  statement: 'db.client.operation.duration',
  job: 'stoa.job.duration',
  event: 'stoa.event.delivery.duration',
  provider: 'stoa.provider.call.duration',
};
const SPAN_KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  statement: SpanKind.CLIENT,
  job: SpanKind.INTERNAL,
  event: SpanKind.CONSUMER,
  provider: SpanKind.CLIENT,
};

/** The kind of a failure. Messages are left out: they can quote what a user has entered. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void;
}

/** Logs the beginning and the end of each outage of the collector: by default, the SDK silently discards what it cannot send. */
function logOutages<Items, T extends Exporter<Items>>(
  exporter: T & Exporter<Items>,
  what: string,
  log: TelemetryOptions['log'],
): T {
  let isBroken = false;
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      const { code, error } = result;
      const hasFailed = code !== ExportResultCode.SUCCESS;
      if (hasFailed && !isBroken)
        log.warn({ reason: error?.message }, `The OpenTelemetry collector does not accept ${what}`);
      if (!hasFailed && isBroken) log.info(`The OpenTelemetry collector accepts ${what} again`);
      isBroken = hasFailed;
      done(result);
    });
  return exporter;
}

/** Records traces and metrics of this process with the OpenTelemetry SDK, and sends them to a collector. */
export function startTelemetry({ endpoint, sampled, version, log }: TelemetryOptions): Telemetry {
  const base = endpoint.replace(/\/+$/, '');
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'stoa',
        'service.version': version,
        'service.instance.id': crypto.randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const traces = logOutages(new OTLPTraceExporter({ url: `${base}/v1/traces` }), 'traces', log);
  const measurements = logOutages(new OTLPMetricExporter({ url: `${base}/v1/metrics` }), 'metrics', log);
  const ratio = new TraceIdRatioBasedSampler(sampled);
  const tracerProvider = new TracerProvider({
    resource,
    // Anyone can send a traceparent: it neither forces nor prevents recording.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor({ exporter: traces })],
  });
  const meterProvider = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: measurements })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(meterProvider);
  const stopPropagating = propagateToRequests();
  setTracer(createTracer());
  return {
    async stop() {
      setTracer(undefined);
      stopPropagating();
      const sent = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await withTimeLimit(STOP_TIMEOUT_MS, () => sent).catch(() => undefined);
      for (const api of [trace, metrics, propagation, context]) api.disable();
    },
  };
}

/** Adds the trace to requests that the shop sends, through Node's diagnostics channels: no module is patched. */
function propagateToRequests(): () => void {
  const inject = (setHeader: (name: string, value: string) => void) => {
    const active = context.active();
    if (!trace.getSpan(active) || isTracingSuppressed(active)) return;
    propagation.inject(active, undefined, { set: (_, name, value) => setHeader(name, value) });
  };
  const onFetch = (message: unknown) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    inject((name, value) => request.addHeader(name, value));
  };
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    // Created with its headers as an array: they cannot be added to.
    if (request.headersSent) return;
    inject((name, value) => void request.setHeader(name, value));
  };
  diagnostics.subscribe('undici:request:create', onFetch);
  diagnostics.subscribe('http.client.request.created', onRequest);
  return () => {
    diagnostics.unsubscribe('undici:request:create', onFetch);
    diagnostics.unsubscribe('http.client.request.created', onRequest);
  };
}

function createTracer(): Tracer {
  const spans = trace.getTracer('stoa');
  const meter = metrics.getMeter('stoa');
  const histogram = (name: string): Histogram =>
    meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries: BOUNDARIES } });
  const durations = Object.fromEntries(
    Object.entries(HISTOGRAMS).map(([kind, name]) => [kind, histogram(name)]),
  ) as Record<SpanOptions['kind'], Histogram>;
  const requests = histogram('http.server.request.duration');

  return {
    async run(facts, work) {
      const { kind, name, attributes, details } = facts;
      // The shop polls its tables constantly; these statements belong to no trace.
      if (kind === 'statement' && !trace.getSpan(context.active())) return work();
      const began = performance.now();
      const parent = kind === 'job' || kind === 'event' ? ROOT_CONTEXT : context.active();
      const span = spans.startSpan(name, { kind: SPAN_KINDS[kind], attributes: { ...attributes, ...details } }, parent);
      const labels: Attributes = { ...attributes };
      try {
        return await context.with(trace.setSpan(parent, span), work);
      } catch (error) {
        labels['error.type'] = errorType(error);
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
        durations[kind].record((performance.now() - began) / 1000, labels);
      }
    },
    traceRequests: (app) => traceRequests(app, requests),
    exportGauge({ isCounter, name, help, read }: GaugeSource) {
      const options = { description: help };
      const metric = isCounter
        ? meter.createObservableCounter(name, options)
        : meter.createObservableGauge(name, options);
      metric.addCallback(async (result) => {
        // Send the other metrics even if the database is unavailable.
        for (const { labels, value } of await read().catch(() => [])) result.observe(value, { ...labels });
      });
    },
    traceId: () => trace.getSpan(context.active())?.spanContext().traceId,
  };
}

/** Records a server span for each request, with its route and never its URL, which can contain names and tokens. */
function traceRequests(app: FastifyInstance, requests: Histogram): void {
  const tracer = trace.getTracer('stoa');
  const open = new WeakMap<FastifyRequest, { readonly span: Span; readonly active: Context }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (MONITORING_ROUTES.has(route)) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'stoa.request.id': request.id };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const active = trace.setSpan(parent, span);
    open.set(request, { span, active });
    context.with(active, done);
  });
  // The socket events that deliver the body run outside the context.
  app.addHook('preValidation', (request, _reply, done) => {
    const current = open.get(request);
    if (current) context.with(current.active, done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const current = open.get(request);
    if (!current) return;
    const attributes: Attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
    };
    current.span.setAttributes(attributes);
    if (reply.statusCode >= SERVER_ERROR) current.span.setStatus({ code: SpanStatusCode.ERROR });
    current.span.end();
    requests.record(reply.elapsedTime / 1000, attributes);
  });
}
