// The caller of a request: the key it was sent with and what the key's owner may do.

import type { Scope } from '#domain/platform/scope.ts';
import type { FeatureChoices } from './features.ts';

/** Limits that an operator may set per client and environment. A limit that is absent has its default value. */
export const SETTABLE_LIMITS = ['requests', 'orders', 'batch-orders'] as const;
export type SettableLimit = (typeof SETTABLE_LIMITS)[number];
export type LimitChoices = Partial<Record<SettableLimit, number>>;

export type Caller = {
  scope: Scope;
  key_id: string;
  clock_offset_seconds: number;
  features: FeatureChoices;
  limits: LimitChoices;
};
