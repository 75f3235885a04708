// Draws a sample person's pay stubs, W-2s and tax documents. The drawings also show details from the person's `Life`
// that the API does not publish as fields.
import { sum } from '#base/money.ts';
import type { Job, Life } from '#connectors/sandbox/lives/life.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import type { Statement, W2 } from '#domain/reports/statements.ts';
import type { Drawing } from '#render/paper.ts';
import { drawPayStub } from '#render/pay-stub.ts';
import type { F1040, Unlisted } from '#render/tax-forms.ts';
import { type CodedAmount, drawW2 } from '#render/w2.ts';
import { splitOf } from './paydays.ts';

export const stubDrawing = (life: Life, job: Job, employment: Employment, statement: Statement): Drawing =>
  drawPayStub(employment, statement, depositsOf(life, job, statement));

/** The amount deposited to each account in `life.accounts`, regardless of later deposit switches. */
export function depositsOf(life: Life, job: Job, { net_pay }: Statement): bigint[] {
  const is_known = job.deposits.map((share) => life.accounts.some(({ key }) => key === share.account));
  return splitOf(net_pay ?? 0n, job.deposits).filter((_, at) => is_known[at]);
}

/**
 * The amount in box 12 (code D, a 401(k)) is Medicare wages minus income tax wages. For sample people, only a 401(k)
 * makes income tax wages lower than Medicare wages.
 */
export function w2Drawing(employment: Employment, w2: W2): Drawing {
  const saved = (w2.medicare_wages ?? 0n) - (w2.wages ?? 0n);
  const coded: CodedAmount[] = saved > 0n ? [{ code: 'D', amount: saved }] : [];
  return drawW2(employment, w2, coded);
}

/** Lines of a tax return that are not among its fields: the year's wages, and the adjustments to total income. */
export function unlistedOf({ year, fields }: F1040, w2s: readonly W2[]): Unlisted {
  const wages = sum(w2s.filter((w2) => w2.year === year).map((w2) => w2.wages ?? 0n));
  return { wages, adjustments: (fields.total_income ?? 0n) - (fields.adjusted_gross_income ?? 0n) };
}
