import { expect, test } from 'vitest';
import { funnelsBy } from './funnel.ts';

const counts = [
  { step: 'consent', provider_id: '', device: 'phone', count: 8 },
  { step: 'consent', provider_id: '', device: 'desktop', count: 2 },
  { step: 'opened', provider_id: 'alder', device: 'phone', count: 4 },
  { step: 'opened', provider_id: 'birch', device: 'phone', count: 3 },
  { step: 'opened', provider_id: 'birch', device: 'desktop', count: 2 },
  { step: 'succeeded', provider_id: 'alder', device: 'phone', count: 1 },
] as const;

test('funnelsBy(all) sums each step over providers and devices, as a share of the largest step', () => {
  expect(funnelsBy('all', counts)).toEqual([
    {
      id: '',
      steps: [
        { step: 'consent', number: 10, share: 1 },
        { step: 'opened', number: 9, share: 0.9 },
        { step: 'succeeded', number: 1, share: 0.1 },
      ],
    },
  ]);
});

test('funnelsBy(provider) has a funnel for each provider, and one for visits without a provider', () => {
  expect(funnelsBy('provider', counts)).toEqual([
    { id: '', steps: [{ step: 'consent', number: 10, share: 1 }] },
    { id: 'birch', steps: [{ step: 'opened', number: 5, share: 1 }] },
    {
      id: 'alder',
      steps: [
        { step: 'opened', number: 4, share: 1 },
        { step: 'succeeded', number: 1, share: 0.25 },
      ],
    },
  ]);
});

test('funnelsBy(device) has a funnel for each kind of device', () => {
  expect(funnelsBy('device', counts)).toEqual([
    {
      id: 'phone',
      steps: [
        { step: 'consent', number: 8, share: 1 },
        { step: 'opened', number: 7, share: 7 / 8 },
        { step: 'succeeded', number: 1, share: 1 / 8 },
      ],
    },
    {
      id: 'desktop',
      steps: [
        { step: 'consent', number: 2, share: 1 },
        { step: 'opened', number: 2, share: 1 },
      ],
    },
  ]);
});

test('funnelsBy() of nothing has no funnel', () => {
  expect(funnelsBy('all', [])).toEqual([]);
});
