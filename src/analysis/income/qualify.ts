// Decides which streams are income. A stream needs a category, enough deposits and enough confidence. It also needs a
// pay-day calendar, unless its description is strong evidence or its category may be irregular. A transfer always needs
// a pay-day calendar.

import type { Stream } from './streams.ts';
import { mayBeIrregular } from './texts/categories.ts';
import { isToPerson } from './texts/readings.ts';
import type { RejectionReason } from './texts/rejections.ts';
import type { Strength } from './texts/text-rules.ts';

export type Qualification = { confidence: number; reason: RejectionReason | null };

const DEPOSITS_MIN = 3;
const DEPOSITS_MIN_ANNUAL = 2;
const CONFIDENCE_MIN = 50;

/** Confidence points. A stream's confidence is the sum of its points, at most a hundred. */
const BY_TEXT: Record<Strength, number> = { strong: 55, fair: 33, weak: 15 };
const BY_PPD = 10;
const BY_NO_TEXT = 20;
const FREQUENT_GAP_DAYS = 35;
const STEADY = 0.25;

export function qualify(stream: Stream): Qualification {
  const confidence = confidenceIn(stream);
  return { confidence, reason: fault(stream, confidence) };
}

function fault(stream: Stream, confidence: number): RejectionReason | null {
  const { category, rhythm, credits, strength, group } = stream;
  if (credits.length < depositsMin(stream)) return 'too_few_deposits';
  const is_regular = rhythm.fit !== null;
  if (category === 'TRANSFER' && !is_regular) return group.channel === '' ? 'not_recurring' : 'personal_transfer';
  if (category === null || (!is_regular && strength !== 'strong' && !mayBeIrregular(category))) return 'not_recurring';
  return confidence < CONFIDENCE_MIN ? 'low_confidence' : null;
}

/**
 * The minimum number of deposits in a stream. For a tax refund one deposit suffices, because a tax refund comes once a
 * year and is identified by its description.
 */
function depositsMin({ category, rhythm }: Stream): number {
  if (category === 'TAX_REFUND') return 1;
  return rhythm.fit?.calendar.model === 'annual' ? DEPOSITS_MIN_ANNUAL : DEPOSITS_MIN;
}

function confidenceIn({ strength, rhythm, credits, spread, category }: Stream): number {
  const ppd = credits.some(({ reading }) => isToPerson(reading)) ? BY_PPD : 0;
  const by_text = strength === null ? BY_NO_TEXT + ppd : BY_TEXT[strength];
  const by_count = credits.length >= 6 ? 10 : credits.length >= 3 ? 5 : 0;
  const by_amount = spread <= STEADY ? 10 : 0;
  return Math.min(by_text + byRhythm(rhythm.fit?.score ?? null) + byFrequency() + by_count + by_amount, 100);

  function byFrequency(): number {
    const is_frequent = rhythm.fit === null && rhythm.gap_days <= FREQUENT_GAP_DAYS;
    return is_frequent && category !== null && mayBeIrregular(category) ? 10 : 0;
  }
}

function byRhythm(score: number | null): number {
  if (score === null) return 0;
  if (score >= 0.9) return 30;
  return score >= 0.8 ? 24 : 15;
}
