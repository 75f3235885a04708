// The pay of a user, as known from the user's payroll links. This pay is used to interpret the user's bank data.
import type { KnownPay } from '#analysis/insights/bank-report.ts';
import { parseMoney } from '#base/money.ts';
import type { EmployerRef, Link } from '#domain/connections/links.ts';
import type { KeptSections } from '#domain/reports/link-data.ts';
import { tellsOfPay } from '#domain/reports/user-reports.ts';

export type PayrollLink = Pick<Link, 'company_mapping' | 'allowed_products' | 'is_suspicious'>;

/**
 * The pay known from a user's payroll links. From two kinds of links, only the employer is used. The first kind is a
 * suspicious link, because its pay data is not trusted. The second kind is a link that was not connected for `income`.
 */
export function knownPayOf(links: readonly { link: PayrollLink; data: KeptSections }[]): KnownPay {
  const employed = links.filter(({ data }) => data.employments !== undefined);
  const trusted = employed.filter(({ link }) => tellsOfPay(link) && !link.is_suspicious);
  return {
    // Employers from the company catalogue come first in this list. If two employers match equally well, the employer
    // that comes first in the list is used.
    employers: [
      ...employed.flatMap(({ link }) => link.company_mapping ?? []),
      ...employed.flatMap(({ data }) => namedIn(data)),
    ],
    calibrations: trusted.flatMap(({ data }) => calibrationsIn(data)),
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
