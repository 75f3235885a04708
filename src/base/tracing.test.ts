import { afterEach, describe, expect, test } from 'vitest';
import { newId } from './ids.ts';
import {
  currentTraceId,
  recordFirst,
  type Span,
  type SpanStart,
  setTracer,
  spanned,
  spannedIn,
  startSpan,
  withinSpan,
} from './tracing.ts';

type Recorded = SpanStart & { errors: unknown[]; has_ended: boolean };

/** Sets a tracer that records every span that is started. */
function recorder(): Recorded[] {
  const recorded: Recorded[] = [];
  setTracer({
    start(start): Span {
      const one: Recorded = { ...start, errors: [], has_ended: false };
      recorded.push(one);
      return {
        trace_id: start.trace_id ?? start.parent?.trace_id ?? newId(),
        set: () => undefined,
        fail: (error) => void one.errors.push(error),
        end: () => {
          one.has_ended = true;
        },
      };
    },
  });
  return recorded;
}

afterEach(() => setTracer(undefined));

const STEP = { name: 'step', kind: 'internal' } as const;

describe('while tracing is off', () => {
  test('work runs, no span is started, and there is no trace id', async () => {
    expect(await spanned(STEP, async () => currentTraceId() ?? 'none')).toBe('none');
    expect(await spannedIn(newId(), STEP, async () => currentTraceId() ?? 'none')).toBe('none');
    recordFirst(newId(), 'order created', {});
    expect(startSpan(STEP)).toBeUndefined();
  });
});

describe('while tracing is on', () => {
  test('work outside of any span is not recorded', async () => {
    const recorded = recorder();
    expect(await spanned(STEP, async () => 1)).toBe(1);
    expect(recorded).toEqual([]);
  });

  test('work within a span becomes a child of that span, even after an await', async () => {
    const recorded = recorder();
    const trace_id = newId();
    await spannedIn(trace_id, { ...STEP, name: 'outer' }, async () => {
      await Promise.resolve();
      await spanned({ ...STEP, name: 'inner' }, async () => expect(currentTraceId()).toBe(trace_id));
    });
    expect(recorded.map(({ name, parent, has_ended }) => [name, parent?.trace_id, has_ended])).toEqual([
      ['outer', undefined, true],
      ['inner', trace_id, true],
    ]);
  });

  test('if work fails, the error is recorded, the span ends, and the caller gets the error', async () => {
    const recorded = recorder();
    const error = new Error('broken');
    await expect(spannedIn(newId(), STEP, () => Promise.reject(error))).rejects.toBe(error);
    expect(recorded).toMatchObject([{ errors: [error], has_ended: true }]);
  });

  test('recordFirst() records the first span of a trace, unless that trace is already the current trace', () => {
    const recorded = recorder();
    const request = startSpan({ ...STEP, trace_id: newId(), is_first: true });
    if (request === undefined) throw new Error('nothing was started');
    const other = newId();
    withinSpan(request, () => {
      recordFirst(request.trace_id, 'order created', {});
      recordFirst(other, 'order created', {});
    });
    expect(recorded.slice(1)).toMatchObject([
      { name: 'order created', trace_id: other, is_first: true, parent: request, has_ended: true },
    ]);
  });
});
