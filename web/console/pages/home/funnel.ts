// The figures of the widget's funnel: for all visits together, or for each provider or kind of device.
import type { FunnelCount, FunnelStep } from '#domain/widget/widget-events.ts';

export const GROUPINGS = ['all', 'provider', 'device'] as const;
type Grouping = (typeof GROUPINGS)[number];

/** The steps, in the order in which people reach them. */
const STEPS: readonly FunnelStep[] = [
  'consent',
  'search',
  'chosen',
  'opened',
  'documents_opened',
  'documents_uploaded',
  'tried',
  'second_factor',
  'succeeded',
  'reviewed',
  'submitted',
];

/** `share` is the part of the group's largest step, from 0 to 1. */
export type FunnelGroup = { id: string; steps: readonly { step: FunnelStep; number: number; share: number }[] };

const ID_OF: Readonly<Record<Grouping, (count: FunnelCount) => string>> = {
  all: () => '',
  provider: ({ provider_id }) => provider_id,
  device: ({ device }) => device,
};

/**
 * The funnel of each group, with the steps that were reached, in the order in which people reach them. Groups with
 * larger counts come first. Visits in which no provider was chosen yet are the group with an empty id.
 */
export function funnelsBy(grouping: Grouping, counts: readonly FunnelCount[]): FunnelGroup[] {
  const ids = [...new Set(counts.map(ID_OF[grouping]))];
  const groups = ids.map((id) => {
    const own = counts.filter((one) => ID_OF[grouping](one) === id);
    const steps = STEPS.map((step) => ({ step, number: sumOf(own.filter((one) => one.step === step)) }));
    const most = Math.max(...steps.map(({ number }) => number));
    const reached = steps.filter(({ number }) => number > 0).map((one) => ({ ...one, share: one.number / most }));
    return { id, most, steps: reached };
  });
  return groups
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most - a.most)
    .map(({ id, steps }) => ({ id, steps }));
}

const sumOf = (counts: readonly FunnelCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);
