// Spans record what a request, a job, a timer or a delivery did, and how long it took. Tracing is off by default; each
// call in this file then costs only one comparison. outbound/tracing.ts creates and exports the spans.
//
// The id of an order's trace is the order's id, because our ids have the form of trace ids. So work that happens days
// later in another process can be added to the trace, although nothing was stored. An operator can find a trace by the
// order's id. The trace of a task without an order has the task's id. A span contains only ids and names, never a
// person's data.
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'internal' | 'client' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Span = {
  readonly trace_id: string;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. An error message may quote a person's data, so only the error's name is recorded. */
  fail(error: unknown): void;
  end(): void;
};

export type SpanStart = {
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The span that this span is part of. */
  parent?: Span | undefined;
  /**
   * The trace of this span. With `is_first`, this span is the first span of the trace. If the parent span is in another
   * trace, the parent span is recorded only as a link.
   */
  trace_id?: string;
  is_first?: boolean;
  /**
   * The caller's W3C `traceparent` header. Callers are not trusted, so the new span does not become a child of the
   * caller's span. It only has a link to the caller's span.
   */
  caused_by?: string | undefined;
};

export type Tracer = { start(span: SpanStart): Span };

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/**
 * Sets the tracer of the whole process. As with the log, there is only one tracer per process. `undefined` turns
 * tracing off.
 */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Starts a span. Returns undefined while tracing is off. The caller must end the span. */
export const startSpan = (span: SpanStart): Span | undefined => tracer?.start(span);

/** Calls `run`. All work done in this call belongs to the span. */
export const withinSpan = <T>(span: Span, run: () => T): T => current.run(span, run);

/**
 * Returns the id of the current trace, which new orders and jobs inherit. Returns undefined if tracing is off or if
 * there is no current span.
 */
export const currentTraceId = (): string | undefined =>
  tracer === undefined ? undefined : current.getStore()?.trace_id;

/**
 * Runs work in a new span, which is a child of the current span. Work outside of any span, such as a background poll,
 * runs but is not recorded.
 */
export function spanned<T>(span: Omit<SpanStart, 'parent' | 'trace_id'>, work: () => Promise<T>): Promise<T> {
  const parent = tracer === undefined ? undefined : current.getStore();
  return parent === undefined ? work() : recorded({ ...span, parent }, work);
}

/**
 * Runs work in the trace of an order or a task, independently of the caller's trace. Without `trace_id`, the work
 * belongs to the current span, or to a new trace if there is no current span.
 */
export function spannedIn<T>(
  trace_id: string | null | undefined,
  span: Omit<SpanStart, 'parent' | 'trace_id'>,
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work();
  const parent = current.getStore();
  return recorded({ ...span, parent, ...(trace_id ? { trace_id } : {}) }, work);
}

async function recorded<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start);
  if (span === undefined) return work();
  try {
    return await current.run(span, work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Called when work within one trace begins another trace, such as the trace of a task or of an order in a batch.
 * Creates the first span of the new trace. This span refers to the current trace.
 */
export function recordFirst(trace_id: string, name: string, attributes: SpanAttributes): void {
  if (tracer === undefined || currentTraceId() === trace_id) return;
  tracer.start({ name, kind: 'internal', attributes, parent: current.getStore(), trace_id, is_first: true }).end();
}
