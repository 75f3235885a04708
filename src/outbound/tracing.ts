// Creates spans with the OpenTelemetry SDK and sends them to a collector over OTLP. The standard `OTEL_*` environment
// variables define the collector, the protocol and the sampling ratio. This file is loaded only if tracing is on.
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Span, SpanAttributes, SpanStart, Tracer } from '#base/tracing.ts';

export type TracingSettings = {
  /** The value of OTEL_EXPORTER_OTLP_PROTOCOL, or of the variant of this variable that applies only to traces. */
  protocol: 'http/protobuf' | 'http/json';
  /** The share of traces that are sampled, from 0 to 1. */
  ratio: number;
};

export type OpenTracer = Tracer & {
  /** Sends the spans that have not been sent yet. */
  close(): Promise<void>;
};

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

export function openTracer({ protocol, ratio }: TracingSettings): OpenTracer {
  const sampler = samplerFor(ratio);
  const ids = newIds();
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'vouch' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler,
    idGenerator: ids,
    // The exporter reads the collector's URL, headers, certificates and limits from the environment variables.
    spanProcessors: [new BatchSpanProcessor(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter())],
  });
  const tracer = provider.getTracer('vouch');
  return {
    start(start) {
      const { name, kind, attributes, parent, trace_id, is_first, caused_by } = start;
      const options = { kind: KINDS[kind], attributes: known(attributes), links: linksOf(start, caused_by) };
      if (trace_id !== undefined && is_first === true) {
        return toSpan(ids.forTrace(trace_id, () => tracer.startSpan(name, { ...options, root: true }, ROOT_CONTEXT)));
      }
      const context =
        trace_id !== undefined && parent?.trace_id !== trace_id
          ? firstSpanOf(sampler, trace_id)
          : parent === undefined
            ? ROOT_CONTEXT
            : contextOf(parent);
      return toSpan(tracer.startSpan(name, options, context));
    },
    async close() {
      await provider.shutdown();
    },
  };
}

const samplerFor = (ratio: number): Sampler => {
  if (ratio >= 1) return new AlwaysOnSampler();
  return ratio <= 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
};

/**
 * The id of a trace's first span is the last half of the trace id. So code that knows only the trace id can name the
 * first span as the parent of a later span.
 */
const firstSpanId = (trace_id: string): string => trace_id.slice(16);

type TraceIds = IdGenerator & {
  /** The trace id for the first span that `start` creates. */
  forTrace<T>(trace_id: string, start: () => T): T;
};

function newIds(): TraceIds {
  let wanted: string | undefined;
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  return {
    // The SDK generates the span id before the trace id. So the span id is derived from `wanted`, the trace id that
    // will be used.
    generateSpanId: () => (wanted === undefined ? random(8) : firstSpanId(wanted)),
    generateTraceId: () => wanted ?? random(16),
    forTrace(trace_id, start) {
      wanted = trace_id;
      try {
        return start();
      } finally {
        wanted = undefined;
      }
    },
  };
}

/**
 * Returns a context with the trace's first span as the parent. The sampler uses only the trace id, so all processes
 * make the same sampling decision.
 */
function firstSpanOf(sampler: Sampler, trace_id: string): Context {
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, trace_id, '', SpanKind.INTERNAL, {}, []);
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: trace_id,
    spanId: firstSpanId(trace_id),
    traceFlags: decision === SamplingDecision.RECORD_AND_SAMPLED ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}

const contexts = new WeakMap<Span, Context>();
const contextOf = (span: Span): Context => contexts.get(span) ?? ROOT_CONTEXT;

function linksOf({ parent, trace_id }: SpanStart, traceparent: string | undefined): Link[] {
  const causes: Link[] = [];
  const parent_context = parent && trace.getSpanContext(contextOf(parent));
  if (parent_context !== undefined && trace_id !== undefined && parent_context.traceId !== trace_id) {
    causes.push({ context: parent_context });
  }
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? [];
  if (traceId !== undefined && spanId !== undefined) {
    causes.push({ context: { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true } });
  }
  return causes;
}

const known = (attributes: SpanAttributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null),
  ) as Attributes;

function toSpan(span: ReturnType<ReturnType<BasicTracerProvider['getTracer']>['startSpan']>): Span {
  const ours: Span = {
    trace_id: span.spanContext().traceId,
    set: (attributes) => void span.setAttributes(known(attributes)),
    fail(error) {
      const name = error instanceof Error ? error.name : typeof error;
      span.setAttribute('error.type', name);
      span.setStatus({ code: SpanStatusCode.ERROR, message: name });
    },
    end: () => span.end(),
  };
  contexts.set(ours, trace.setSpan(ROOT_CONTEXT, span));
  return ours;
}
