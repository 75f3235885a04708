// Detects income in the bank accounts of a link.
import type { KnownPay } from '#analysis/insights/bank-report.ts';
import { addDays } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { employerOnStatement } from '#services/connections/companies.ts';
import { readSealedSections } from '#services/connections/link-data.ts';
import { keyOf, type StoredLink } from '#services/connections/links.ts';
import { bankIncomeIn, type WorkOutput } from '#services/platform/compute-work.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { bytesOf, openFewInTurns, type SealedSections } from '#services/platform/sealed-sections.ts';

/** The sealed sections that `bankIncomeOf` needs. */
export const readBank = async (ctx: Ctx, link: StoredLink): Promise<SealedSections> =>
  readSealedSections(ctx, link.id, await keyOf(ctx, link), ['accounts', 'transactions']);

/**
 * The maximum number of transactions for which the main thread computes the report. For the maximum, the report takes
 * at most 50 ms.
 */
const AT_ONCE_MAX = 1_200;

/**
 * Accounts and income sources of one bank, as of today. If there are few transactions, as for most users, the main
 * thread computes the result, because that is faster than using a worker thread.
 */
export async function bankIncomeOf(
  ctx: Ctx,
  sections: SealedSections,
  days_requested: number,
  known: KnownPay,
): Promise<WorkOutput<'bank_income'>> {
  const days = { as_of: todayOf(ctx), days_requested };
  const from = addDays(days.as_of, 1 - days_requested);
  const about = aboutIncome(ctx, bytesOf(sections));
  const few = await openFewInTurns(sections, from, AT_ONCE_MAX);
  return few === undefined
    ? ctx.compute.run('bank_income', { sections, from, days, known }, about)
    : bankIncomeIn(few, days, known, about.ask);
}

/**
 * The parameters of a `compute` job: the client, the size of the data, and a function that looks up employers by name.
 */
export const aboutIncome = (ctx: Ctx, bytes: number) => ({
  client_id: ctx.scope.client_id,
  bytes,
  ask: (names: readonly string[]) => employersOf(ctx, names),
});

/** The number of employer names looked up concurrently. */
const LOOKUPS_AT_ONCE = 10;

async function employersOf(ctx: Ctx, names: readonly string[]): Promise<Map<string, EmployerRef>> {
  const employers = new Map<string, EmployerRef>();
  for (let from = 0; from < names.length; from += LOOKUPS_AT_ONCE) {
    const some = names.slice(from, from + LOOKUPS_AT_ONCE);
    const found = await Promise.all(some.map((name) => employerOnStatement(ctx, name)));
    for (const [at, name] of some.entries()) {
      const employer = found[at];
      if (employer !== undefined) employers.set(name, employer);
    }
  }
  return employers;
}

export const todayOf = (ctx: Ctx): string => toTimestamp(ctx.now()).slice(0, 10);
