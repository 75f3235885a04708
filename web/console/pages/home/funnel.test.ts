import { expect, test } from 'vitest';
import { funnelsBy } from './funnel.ts';

/** Four of the visits that opened the provider `alder` also opened the provider `birch`. */
const counts = [
  { step: 'consent', provider_id: '', device: 'phone', count: 8, visits: 8 },
  { step: 'consent', provider_id: '', device: 'desktop', count: 2, visits: 2 },
  { step: 'search', provider_id: '', device: 'desktop', count: 1, visits: 1 },
  { step: 'opened', provider_id: 'alder', device: 'phone', count: 8, visits: 8 },
  { step: 'opened', provider_id: 'birch', device: 'phone', count: 4, visits: 0 },
  { step: 'opened', provider_id: 'birch', device: 'desktop', count: 1, visits: 1 },
  { step: 'succeeded', provider_id: 'alder', device: 'phone', count: 2, visits: 2 },
] as const;
const step = (name: string, number: number, share: number, is_detour = false) => ({
  step: name,
  is_detour,
  number,
  share,
});

test('funnelsBy(all) counts each visit once per step, and gives each step’s share of the first step', () => {
  expect(funnelsBy('all', counts)).toEqual([
    {
      id: '',
      steps: [step('consent', 10, 1), step('search', 1, 0.1, true), step('opened', 9, 0.9), step('succeeded', 2, 0.2)],
    },
  ]);
});

test('funnelsBy(provider) has a funnel for each provider, with every visit in which this provider was used', () => {
  expect(funnelsBy('provider', counts)).toEqual([
    { id: 'alder', steps: [step('opened', 8, 1), step('succeeded', 2, 0.25)] },
    { id: 'birch', steps: [step('opened', 5, 1)] },
  ]);
});

test('funnelsBy(device) has a funnel for each kind of device', () => {
  expect(funnelsBy('device', counts)).toEqual([
    { id: 'phone', steps: [step('consent', 8, 1), step('opened', 8, 1), step('succeeded', 2, 0.25)] },
    { id: 'desktop', steps: [step('consent', 2, 1), step('search', 1, 0.5, true), step('opened', 1, 0.5)] },
  ]);
});

test('without visits, funnelsBy() returns no funnel', () => {
  expect(funnelsBy('all', [])).toEqual([]);
});
