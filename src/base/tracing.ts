// Spans: what a request, a job, a timer or a delivery did, and for how long. Off by default, and then each call here costs
// one comparison. The spans themselves are made and exported by outbound/tracing.ts.
//
// The trace of an order has the order's id, because ids have the form of trace ids. So work that happens days later, in
// another process, joins the trace without anything being stored, and an operator finds a trace by the id of its order. A
// task without an order has a trace of its own id. A span holds ids and names only, never a person's data.
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'internal' | 'client' | 'consumer';
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Span = {
  readonly trace_id: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. An error message may quote a person's data, so only the name of the error is kept. */
  fail(error: unknown): void;
  end(): void;
};

export type SpanStart = {
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** The span it is part of. */
  parent?: Span | undefined;
  /** The first span of this trace, or without `is_first` a later one. A parent of another trace becomes a link. */
  trace_id?: string;
  is_first?: boolean;
  /** A W3C `traceparent` header. Callers are strangers, so it becomes a link and not the parent. */
  caused_by?: string | undefined;
};

export type Tracer = { start(span: SpanStart): Span };

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/** For the whole process, like the log; `undefined` turns tracing off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Undefined while tracing is off. The caller ends the span. */
export const startSpan = (span: SpanStart): Span | undefined => tracer?.start(span);

/** Whatever `run` does belongs to the span. */
export const withinSpan = <T>(span: Span, run: () => T): T => current.run(span, run);

/** The id of the trace we are in, which what is about to be made takes as its own; undefined while tracing is off. */
export const currentTraceId = (): string | undefined =>
  tracer === undefined ? undefined : current.getStore()?.trace_id;

/** Runs work as part of the current span. Outside of any span it is not recorded: background polls are of no interest. */
export function spanned<T>(span: Omit<SpanStart, 'parent' | 'trace_id'>, work: () => Promise<T>): Promise<T> {
  const parent = tracer === undefined ? undefined : current.getStore();
  return parent === undefined ? work() : recorded({ ...span, parent }, work);
}

/** Runs work in the trace of an order or a task, wherever it is called from; without an id in a new trace. */
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

/** Records the first span of a trace that is made in the course of another one: an order of a batch, a task. */
export function recordFirst(trace_id: string, name: string, attributes: SpanAttributes): void {
  if (tracer === undefined || currentTraceId() === trace_id) return;
  tracer.start({ name, kind: 'internal', attributes, parent: current.getStore(), trace_id, is_first: true }).end();
}
