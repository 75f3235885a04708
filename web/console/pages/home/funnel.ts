// Computes the numbers of the widget's funnel: for all visits together, or for each provider or kind of device.
import type { FunnelCount, FunnelStep } from '#domain/widget/widget-events.ts';

export const GROUPINGS = ['all', 'provider', 'device'] as const;
type Grouping = (typeof GROUPINGS)[number];

/**
 * The steps, in the order in which people reach them. Steps that only some visits take are detours. A detour is shown
 * as a part of the step before it. All other steps are main steps. A visit takes the main steps one after the other,
 * and cannot leave one out. So the number of visits never increases from one main step to the next.
 */
const STEPS: readonly { step: FunnelStep; is_detour: boolean; is_of_provider: boolean }[] = [
  { step: 'consent', is_detour: false, is_of_provider: false },
  { step: 'search', is_detour: true, is_of_provider: false },
  { step: 'chosen', is_detour: true, is_of_provider: false },
  { step: 'opened', is_detour: false, is_of_provider: true },
  { step: 'documents_opened', is_detour: true, is_of_provider: true },
  { step: 'documents_uploaded', is_detour: true, is_of_provider: true },
  { step: 'tried', is_detour: false, is_of_provider: true },
  { step: 'second_factor', is_detour: true, is_of_provider: true },
  { step: 'succeeded', is_detour: false, is_of_provider: true },
  { step: 'reviewed', is_detour: true, is_of_provider: false },
  { step: 'submitted', is_detour: false, is_of_provider: false },
];

/**
 * `number` is the number of visits that reached the step. `share` is this number divided by the largest number in the
 * group, so it is from 0 to 1.
 */
export type FunnelGroup = {
  id: string;
  steps: readonly { step: FunnelStep; is_detour: boolean; number: number; share: number }[];
};

const ID_OF: Readonly<Record<Grouping, (count: FunnelCount) => string>> = {
  all: () => '',
  provider: ({ provider_id }) => provider_id,
  device: ({ device }) => device,
};

/**
 * Returns the funnel of each group: the steps that were reached, in the order in which people reach them. Groups with
 * larger counts come first. The funnel of a provider has only the steps that are taken at a provider, and counts every
 * visit that took these steps at this provider. Steps that were taken without a provider, such as the upload of
 * documents, form the group with an empty id.
 */
export function funnelsBy(grouping: Grouping, counts: readonly FunnelCount[]): FunnelGroup[] {
  const by_provider = grouping === 'provider';
  const steps_shown = STEPS.filter(({ is_of_provider }) => is_of_provider || !by_provider);
  const ids = [...new Set(counts.map(ID_OF[grouping]))];
  const groups = ids.map((id) => {
    const own = counts.filter((one) => ID_OF[grouping](one) === id);
    const numberOf = (step: FunnelStep): number =>
      own
        .filter((one) => one.step === step)
        .reduce((sum, { count, visits }) => sum + (by_provider ? count : visits), 0);
    const steps = steps_shown.map(({ step, is_detour }) => ({ step, is_detour, number: numberOf(step) }));
    const most = Math.max(...steps.map(({ number }) => number));
    const reached = steps.filter(({ number }) => number > 0).map((one) => ({ ...one, share: one.number / most }));
    return { id, most, steps: reached };
  });
  return groups
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most - a.most)
    .map(({ id, steps }) => ({ id, steps }));
}
