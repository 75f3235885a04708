import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceOf, FUNNEL_STEPS, type Reached, reachedBy, stepsToCount, type WidgetEvent } from './widget-events.ts';

describe('reachedBy', () => {
  const isProvider = (id: string) => id === 'vouch_payroll';
  const step = (type: WidgetEvent['type'], payload?: Record<string, unknown> | null) =>
    reachedBy(payload === undefined ? { type } : { type, payload }, isProvider);

  test.for<[WidgetEvent['type'], Record<string, unknown> | null | undefined, string, string]>([
    ['SCREEN_VIEW', { view_name: 'SELECT_EMPLOYER' }, 'search', ''],
    ['SCREEN_VIEW', { view_name: 'PROVIDER_LIST' }, 'search', ''],
    ['SCREEN_VIEW', { view_name: 'PROVIDER_LOGIN', provider_id: 'vouch_payroll' }, 'opened', 'vouch_payroll'],
    ['SCREEN_VIEW', { view_name: 'PROVIDER_ORG_ID' }, 'opened', ''],
    ['EMPLOYER_SELECTED', { employer: { name: 'Acme' } }, 'chosen', ''],
    ['OAUTH_OPENED', { provider_id: 'vouch_payroll' }, 'opened', 'vouch_payroll'],
    ['DOC_UPLOAD_OPENED', {}, 'documents_opened', ''],
    ['DOCUMENTS_UPLOADED', { doc_type: 'paystub', data_source: 'docs' }, 'documents_uploaded', ''],
    ['LINK_CREATED', { provider_id: 'vouch_payroll' }, 'tried', 'vouch_payroll'],
    ['SUCCESS', { provider_id: 'vouch_payroll' }, 'succeeded', 'vouch_payroll'],
    ['COMPLETED', { order_id: 'x' }, 'submitted', ''],
    // A `provider_id` that names no existing provider is removed from the funnel step.
    ['SUCCESS', { provider_id: 'made up' }, 'succeeded', ''],
    ['SUCCESS', { provider_id: 7 }, 'succeeded', ''],
    ['SUCCESS', null, 'succeeded', ''],
  ])('the event %s with the payload %j counts as the funnel step %s', ([type, payload, expected, provider_id]) => {
    expect(step(type, payload)).toEqual({ step: expected, provider_id });
  });

  test.for<[WidgetEvent['type'], Record<string, unknown> | undefined]>([
    ['LOAD', undefined],
    ['SCREEN_VIEW', { view_name: 'ERROR' }],
    ['SCREEN_VIEW', { view_name: 'constructor' }],
    ['SCREEN_VIEW', { view_name: ['SELECT_EMPLOYER'] }],
    ['SCREEN_VIEW', undefined],
    ['CLOSE', {}],
  ])('the event %s with the payload %j is not a funnel step', ([type, payload]) => {
    expect(step(type, payload)).toBeUndefined();
  });
});

describe('stepsToCount', () => {
  const MAIN = ['consent', 'opened', 'tried', 'succeeded', 'submitted'];
  const DETOURS: Record<string, string> = {
    search: 'consent',
    chosen: 'search',
    documents_opened: 'opened',
    documents_uploaded: 'documents_opened',
    second_factor: 'tried',
    reviewed: 'succeeded',
  };

  const reached = fc.record<Reached>({
    step: fc.constantFrom(...FUNNEL_STEPS),
    provider_id: fc.constantFrom('', 'alder', 'birch'),
  });
  /** Returns the last step that a visit must reach before the given step. */
  const before = (step: string): string => DETOURS[step] ?? MAIN[MAIN.indexOf(step) - 1] ?? step;

  test('a step never has more visits than the step that must precede it, in total or for one provider', () => {
    fc.assert(
      fc.property(fc.array(reached, { maxLength: 8 }), (events) => {
        const keys: string[] = [];
        const visits: string[] = [];
        for (const event of events) {
          const counted = stepsToCount(keys, [event]);
          keys.push(...counted.map(({ step, provider_id }) => `${step}:${provider_id}`));
          visits.push(...counted.filter(({ is_first }) => is_first).map(({ step }) => step));
        }
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(visits).size).toBe(visits.length);
        expect(visits.filter((step) => !visits.includes(before(step)))).toEqual([]);
        const missing = keys.filter((key) => {
          const [step = '', provider = ''] = key.split(':');
          return provider !== '' && before(step) !== 'consent' && !keys.includes(`${before(step)}:${provider}`);
        });
        expect(missing).toEqual([]);
      }),
    );
  });

  test('when a visit reaches `submitted` after `succeeded`, `submitted` is counted once, and no other step', () => {
    const known = ['consent:', 'opened:alder', 'tried:alder', 'succeeded:alder'];
    expect(stepsToCount(known, [{ step: 'submitted', provider_id: '' }])).toEqual([
      { step: 'submitted', provider_id: '', is_first: true },
    ]);
  });
});

test.for<[string | undefined, string]>([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0', 'phone'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'tablet'],
  ['Mozilla/5.0 (Android 15; Tablet; rv:139.0) Gecko/139.0 Firefox/139.0', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15', 'desktop'],
  ['', 'desktop'],
  [undefined, 'desktop'],
])('the user agent %s is a %s', ([agent, device]) => {
  expect(deviceOf(agent)).toBe(device);
});
