// The caller of a request. It contains the key or the dashboard user that sent the request, and what the client may do.

import type { Scope } from '#domain/platform/scope.ts';
import type { FeatureChoices } from './features.ts';

/** Limits that an operator may set per client and environment. A limit that is absent has its default value. */
export const SETTABLE_LIMITS = ['requests', 'orders', 'batch-orders'] as const;
export type SettableLimit = (typeof SETTABLE_LIMITS)[number];
export type LimitChoices = Partial<Record<SettableLimit, number>>;
/** New values of limits. Null clears a limit, so that its default applies again. */
export type LimitChanges = Partial<Record<SettableLimit, number | null>>;
/** The highest limit. It has nine digits, so that a limit fits into a 32-bit integer. */
export const LIMIT_MAX = 999_999_999;

export type Caller = {
  scope: Scope;
  /** The id of the key that sends the request; null if a dashboard user sends the request. */
  key_id: string | null;
  /** The key or dashboard user whose rate limits apply to this request. */
  subject_id: string;
  clock_offset_seconds: number;
  features: FeatureChoices;
  limits: LimitChoices;
};
