// The income engine: finds the income sources in the transactions of a person's accounts, and explains each value.

import { median } from './calendars/statistics.ts';
import { newStubFinder, type StubFinder } from './calibration.ts';
import { type Credit, type Rows, rowsOf } from './credits.ts';
import {
  isPart,
  joinWageAccess,
  newPaidElsewhere,
  newSiblingFinder,
  paidByStub,
  payChecksOf,
  type SiblingFinder,
  withSmallParts,
} from './employments.ts';
import { type Comparing, groupsOf, newComparing } from './groups.ts';
import type { IncomeInput } from './input.ts';
import { ownMoney } from './own-money.ts';
import { replacedPending } from './pending.ts';
import { qualify } from './qualify.ts';
import { newRepaidFinder } from './repayments.ts';
import { takenBack } from './reversals.ts';
import { type Explained, type IncomeSource, type SourceExplanation, sourceOf } from './sources.ts';
import { type Stream, streamsOf } from './streams.ts';
import { type IncomeSummary, summaryOf } from './summary.ts';
import { employerIn, newCompanyFinder } from './texts/employers.ts';
import type { RejectionReason } from './texts/rejections.ts';
import { newSearching, type Searching } from './two-calendars.ts';

/**
 * The version of the engine. It must change with every change of the engine that may change a report for the same
 * input.
 */
export const ENGINE_VERSION = 'income-4';

export type Rejected = { transaction_id: string; amount: bigint; reason: RejectionReason };

export type IncomeReport = {
  sources: IncomeSource[];
  summary: IncomeSummary;
  accounts: { id: string; days_available: number }[];
  explain: { engine_version: string; sources: SourceExplanation[]; rejected: Rejected[] };
};

/** Amounts are in cents; `inDecimals` formats them for the report. */
export function incomeReport(input: IncomeInput): IncomeReport {
  const rows = rowsOf(input);
  const reasons = new Map<Credit, RejectionReason>();
  const candidates = candidatesOf(rows, reasons);
  const [comparing, searching] = [newComparing(), newSearching()];
  const stubFor = newStubFinder(input.calibrations ?? []);
  const paying = groupsOf(candidates, comparing).flatMap((group) => streamsOf(group, searching));
  const found = joinWageAccess(paidByStub(paying, stubFor));
  const partsOf = newSiblingFinder(found.filter(isPart), found);
  const streams = withSmallParts(found, partsOf);
  const qualified = qualifiedStreams(streams, rows, reasons);
  const siblingsOf = newSiblingFinder(
    qualified.filter(({ category }) => category === 'PAYCHECK'),
    qualified,
  );
  const explained = inOrder(
    sourcesOf(input, rows, qualified, { stubFor, partsOf, siblingsOf, comparing, searching }),
    input,
  );
  markLargeWires(qualified, streams, reasons);
  for (const credit of [...comparing.uncompared, ...searching.unsearched])
    if (isByItself(reasons.get(credit))) reasons.set(credit, 'too_many_payers');
  const sources = explained.map(({ source }) => source);
  return {
    sources,
    summary: summaryOf(sources, rows.window),
    accounts: input.accounts.map(({ id }) => ({ id, days_available: rows.days_available.get(id) ?? 0 })),
    explain: {
      engine_version: ENGINE_VERSION,
      sources: explained.map(({ explanation }) => explanation),
      rejected: rejectedOf(rows.credits, reasons),
    },
  };
}

/**
 * Returns the credits that may be income. The other credits are not income, no matter who the payer is. Their
 * rejection reasons are added to `reasons`.
 */
function candidatesOf(rows: Rows, reasons: Map<Credit, RejectionReason>): Credit[] {
  const { credits, twins } = rows;
  for (const credit of twins) reasons.set(credit, 'duplicate_feed');
  const once = credits.filter((credit) => !twins.has(credit));
  for (const credit of replacedPending(once)) reasons.set(credit, 'pending_duplicate');
  for (const credit of takenBack({ ...rows, credits: once })) {
    reasons.set(credit, reasons.get(credit) ?? 'nothing_paid');
  }
  for (const credit of credits) {
    const reason = reasons.get(credit) ?? unfitting(credit);
    if (reason !== null) reasons.set(credit, reason);
  }
  const left = credits.filter((credit) => !reasons.has(credit));
  for (const [credit, reason] of ownMoney(rows, left)) reasons.set(credit, reason);
  return left.filter((credit) => !reasons.has(credit));
}

const LIABILITIES = new Set(['CREDIT_CARD', 'LOAN', 'LINE_OF_CREDIT', 'CHECKING_LINE_OF_CREDIT', 'MORTGAGE']);
const INVESTMENTS = new Set(['INVESTMENT', 'CD']);

function unfitting({ account, cents, verdict }: Credit): RejectionReason | null {
  if (LIABILITIES.has(account.type)) return 'liability_account';
  if (cents <= 0) return 'nothing_paid';
  if (verdict !== null && 'reason' in verdict) return verdict.is_soft ? null : verdict.reason;
  // Money paid into an investment account is an investment, unless its description clearly identifies it as income,
  // such as pay or dividends.
  const is_income = verdict !== null && 'strength' in verdict && verdict.strength === 'strong';
  return INVESTMENTS.has(account.type) && !is_income ? 'investment_move' : null;
}

type Qualified = Stream & { category: NonNullable<Stream['category']>; confidence: number };

function qualifiedStreams(
  streams: readonly Stream[],
  { debits }: Rows,
  reasons: Map<Credit, RejectionReason>,
): Qualified[] {
  const judged = streams.map((stream) => ({ stream, ...qualify(stream) }));
  const faultless = judged.filter(({ reason }) => reason === null).map(({ stream }) => stream);
  const isRepaid = newRepaidFinder(faultless, debits);
  const qualified: Qualified[] = [];
  for (const { stream, confidence, reason: fault } of judged) {
    const reason = fault ?? (isRepaid(stream) ? repaidReason(stream) : null);
    const { category } = stream;
    if (reason === null && category !== null) qualified.push({ ...stream, category, confidence });
    else for (const credit of stream.credits) reasons.set(credit, saidOf(credit) ?? reason ?? 'not_recurring');
  }
  return qualified;
}

/**
 * Whether the rejection reason was found from the deposits of one payer alone. A comparison with other payers might
 * then change the reason.
 */
const isByItself = (reason: RejectionReason | undefined): boolean =>
  reason === 'too_few_deposits' || reason === 'not_recurring' || reason === 'low_confidence';

const repaidReason = ({ group }: Stream): RejectionReason =>
  group.channel === '' ? 'cash_advance' : 'personal_transfer';

/**
 * Returns the rejection reason that follows from a credit's description; null if the description contains no reason. A
 * soft reason (`is_soft`) counts here too, because the credit's stream is not income.
 */
const saidOf = ({ verdict }: Credit): RejectionReason | null =>
  verdict !== null && 'reason' in verdict ? verdict.reason : null;

type Compared = {
  stubFor: StubFinder;
  partsOf: SiblingFinder | null;
  siblingsOf: SiblingFinder | null;
  comparing: Comparing;
  searching: Searching;
};

function sourcesOf(
  input: IncomeInput,
  { window }: Rows,
  streams: readonly Qualified[],
  { stubFor, partsOf, siblingsOf, comparing: { uncompared }, searching: { unsearched } }: Compared,
): Explained[] {
  const employersOf = newCompanyFinder(input.employers ?? [], ({ name }) => name);
  const paidElsewhere = newPaidElsewhere();
  const tax_payer = { state: input.state ?? null, filing_status: input.filing_status ?? null };
  return streams.map((stream) => {
    const { category, confidence, group, credits } = stream;
    const is_employed = category === 'PAYCHECK';
    const siblings = is_employed ? (siblingsOf?.(stream) ?? []) : [];
    const is_apart = is_employed ? siblingsOf === null : isPart(stream) && partsOf === null;
    const employers = is_employed ? employersOf(group.words) : null;
    const stub = is_employed ? stubFor(group.words, () => payChecksOf(stream, siblings)) : null;
    return sourceOf(stream, category, {
      window,
      tax_payer,
      confidence,
      employer: employers === null ? null : employerIn(employers, group.words),
      paid_elsewhere: paidElsewhere(siblings),
      stub: stub?.stub ?? null,
      uncompared: [
        ...(credits.some((credit) => uncompared.has(credit)) ? ['too_many_payers' as const] : []),
        ...(credits.some((credit) => unsearched.has(credit)) ? ['too_many_days' as const] : []),
        ...(is_apart ? ['too_many_sources' as const] : []),
        ...(stub?.is_complete === false || employers?.is_complete === false ? ['too_many_employers' as const] : []),
      ],
    });
  });
}

/**
 * Sorts sources by their account, in the order of the input's accounts. Sources of one account are sorted by total
 * amount, largest first.
 */
function inOrder(explained: readonly Explained[], { accounts }: IncomeInput): Explained[] {
  const places = new Map(accounts.map(({ id }, at) => [id, at]));
  const place = ({ source }: Explained): number => places.get(source.account_id) ?? accounts.length;
  return explained.toSorted((a, b) => {
    if (place(a) !== place(b)) return place(a) - place(b);
    const more = b.source.total_amount - a.source.total_amount;
    if (more !== 0n) return more > 0n ? 1 : -1;
    return (a.explanation.transactions[0] ?? '') < (b.explanation.transactions[0] ?? '') ? -1 : 1;
  });
}

const LARGE_WIRE_TIMES = 5;

/**
 * Sets the rejection reason `large_wire` for rejected wires that are far above the usual income. This reason replaces a
 * general reason such as `too_few_deposits`.
 */
function markLargeWires(
  qualified: readonly Stream[],
  streams: readonly Stream[],
  reasons: Map<Credit, RejectionReason>,
): void {
  const wires = streams.flatMap(({ credits }) => credits.filter(({ reading }) => reading.tags.has('wire')));
  if (wires.length === 0 || qualified.length === 0) return;
  const usual = median(qualified.flatMap(({ credits }) => credits.map(({ cents }) => cents)));
  for (const wire of wires) {
    if (wire.cents > LARGE_WIRE_TIMES * usual && reasons.has(wire)) reasons.set(wire, 'large_wire');
  }
}

const rejectedOf = (credits: readonly Credit[], reasons: ReadonlyMap<Credit, RejectionReason>): Rejected[] =>
  credits.flatMap((credit) => {
    const reason = reasons.get(credit);
    return reason === undefined
      ? []
      : [{ transaction_id: credit.transaction.id, amount: credit.transaction.amount_cents, reason }];
  });
