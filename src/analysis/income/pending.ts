// Pending credits that a booked one has replaced meanwhile.
import type { Credit } from './credits.ts';
import { similarity } from './payer-names.ts';

const DAYS_MAX = 5;
const SIMILAR = 0.6;

/** Same account and amount, a few days apart, much the same text. One booked credit replaces one pending one. */
export function replacedPending(credits: readonly Credit[]): Set<Credit> {
  const replaced = new Set<Credit>();
  const used = new Set<Credit>();
  for (const pending of credits.filter(({ transaction }) => transaction.status === 'PENDING')) {
    const booked = credits.find((credit) => !used.has(credit) && replaces(credit, pending));
    if (booked === undefined) continue;
    used.add(booked);
    replaced.add(pending);
  }
  return replaced;
}

function replaces(booked: Credit, pending: Credit): boolean {
  if (booked.transaction.status !== 'POSTED' || booked.cents !== pending.cents) return false;
  if (booked.transaction.account_id !== pending.transaction.account_id) return false;
  if (Math.abs(booked.day - pending.day) > DAYS_MAX) return false;
  const [a, b] = [booked.reading, pending.reading];
  return a.payer === b.payer || similarity(a.words, b.words) >= SIMILAR;
}
