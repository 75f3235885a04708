// Income as the accounts of a link show it, and what is known of the same person's pay from elsewhere.
import { bankSources, type KnownPay } from '#analysis/insights/bank-report.ts';
import { parseMoney } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { BankIncomeSource } from '#domain/income-insights.ts';
import type { KeptSections } from '#domain/link-data.ts';
import type { EmployerRef, Link } from '#domain/links.ts';
import { tellsOfPay } from '#domain/user-reports.ts';
import { employerOnStatement } from './companies.ts';
import type { Ctx } from './ctx.ts';

/** Of what a bank told, as of today. */
export async function bankIncomeOf(
  ctx: Ctx,
  { accounts = [], transactions = [] }: KeptSections,
  days_requested: number,
  known: KnownPay,
): Promise<BankIncomeSource[]> {
  if (accounts.length === 0) return [];
  const days = { as_of: todayOf(ctx), days_requested };
  return withEmployers(ctx, bankSources({ accounts, transactions }, days, known));
}

/** An employer whom the catalogue knows is called as it is there, whatever the bank made of the name. */
export async function withEmployers(ctx: Ctx, sources: readonly BankIncomeSource[]): Promise<BankIncomeSource[]> {
  const names = new Set(sources.flatMap(({ employer }) => (employer?.id === null ? [employer.name] : [])));
  const found = new Map(
    await Promise.all([...names].map(async (name) => [name, await employerOnStatement(ctx, name)] as const)),
  );
  return sources.map((source) => ({ ...source, employer: found.get(source.employer?.name ?? '') ?? source.employer }));
}

export const todayOf = (ctx: Ctx): string => toTimestamp(ctx.now()).slice(0, 10);

type PayrollLink = Pick<Link, 'company_mapping' | 'allowed_products' | 'is_suspicious'>;

/** Of a person's links to payrolls. What looks forged may name an employer; it proves no pay. */
export function knownPayOf(links: readonly { link: PayrollLink; told: KeptSections }[]): KnownPay {
  const employed = links.filter(({ told }) => told.employments !== undefined);
  const trusted = employed.filter(({ link }) => tellsOfPay(link) && !link.is_suspicious);
  return {
    // Those of the catalogue first: of two that fit alike the first is taken.
    employers: [
      ...employed.flatMap(({ link }) => link.company_mapping ?? []),
      ...employed.flatMap(({ told }) => namedIn(told)),
    ],
    calibrations: trusted.flatMap(({ told }) => calibrationsIn(told)),
  };
}

const namedIn = ({ employments = [] }: KeptSections): EmployerRef[] =>
  employments.flatMap(({ company: { name } }) => (name === null ? [] : [{ id: null, name, logo_url: null }]));

function calibrationsIn({ employments = [], statements = [] }: KeptSections): KnownPay['calibrations'] {
  const names = new Map(employments.map(({ id, company }) => [id, company.name]));
  return statements.flatMap(({ id, employment_id, pay_date, gross_pay, net_pay }) => {
    const [gross_cents, net_cents] = [parseMoney(gross_pay), parseMoney(net_pay)];
    if (gross_cents === undefined || net_cents === undefined) return [];
    return [{ id, employer_name: names.get(employment_id) ?? null, pay_date, gross_cents, net_cents }];
  });
}
