// The tax documents that the provider `vouch_tax` has about a person: the W-2s from the person's payroll data, a tax
// return that matches these W-2s, and a Form 1099-DIV.
import { yearOf } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import type { Life } from '#connectors/sandbox/lives/life.ts';
import { idOf, randomOf } from '#connectors/sandbox/lives/random.ts';
import type { W2 } from '#domain/reports/statements.ts';
import { byNewestYear, type TaxDocument } from '#domain/reports/tax-documents.ts';
import { payrollOn } from './payroll.ts';

const PAYER = { name: 'Meadowlark Brokerage', tin: '99-9000077', account_number: '****3350' };
/**
 * The interest in cents that the person paid on a student loan. Adjusted gross income is lower than total income by
 * this amount.
 */
const ADJUSTMENTS = 120_000n;

/**
 * The W-2s of the payroll data, plus one Form 1099-DIV and one Form 1040 per year, starting with the year before the
 * first login. Total income on Form 1040 is the sum of the W-2 wages, the 1099 dividends and the capital gain.
 */
export function taxDocumentsOn(life: Life, today: string, id_seed: string = life.seed): TaxDocument[] {
  const w2s = payrollOn(life, today, id_seed).employments.flatMap((employment) => employment.w2s);
  const years = [...new Set(w2s.map(({ year }) => year))].filter((year) => year >= yearOf(life.first_login_date) - 1);
  const returns = years.flatMap((year) => {
    const of_year = w2s.filter((w2) => w2.year === year);
    return [f1040Of(life, year, of_year, id_seed), f1099Of(life, year, id_seed)];
  });
  return [...w2s.map((w2) => w2DocumentOf(w2, id_seed)), ...returns].toSorted(byNewestYear);
}

/** Random amounts in whole dollars, different each year. */
const dividendsOf = (life: Life, year: number): bigint =>
  BigInt(randomOf(life.seed, 'dividends', String(year)).integer(180, 460)) * 100n;
const capitalGainOf = (life: Life, year: number): bigint =>
  BigInt(randomOf(life.seed, 'capital gain', String(year)).integer(300, 1_900)) * 100n;

function w2DocumentOf(w2: W2, id_seed: string): TaxDocument {
  const { wages, gross_pay, federal_tax, social_security_wages, social_security_tax, medicare_wages, medicare_tax } =
    w2;
  return {
    id: idOf(id_seed, 'tax', 'W2', w2.id),
    document_type: 'W2',
    document_subtype: null,
    year: w2.year,
    file_id: null,
    md5sum: null,
    fields: {
      wages,
      gross_pay,
      federal_tax,
      social_security_wages,
      social_security_tax,
      medicare_wages,
      medicare_tax,
    },
  };
}

function f1040Of(life: Life, year: number, w2s: readonly W2[], id_seed: string): TaxDocument {
  const wages = sum(w2s.map((w2) => w2.wages ?? 0n));
  const total_income = wages + dividendsOf(life, year) + capitalGainOf(life, year);
  return {
    id: idOf(id_seed, 'tax', 'F1040', String(year)),
    document_type: 'F1040',
    document_subtype: null,
    year,
    file_id: null,
    md5sum: null,
    fields: {
      total_income,
      adjusted_gross_income: total_income - ADJUSTMENTS,
      capital_gain: capitalGainOf(life, year),
      ordinary_dividends: dividendsOf(life, year),
      other_income: null,
      pension_and_annuities: null,
      pension_and_annuities_taxable: null,
      social_security_benefits: null,
      social_security_benefits_taxable: null,
    },
  };
}

function f1099Of(life: Life, year: number, id_seed: string): TaxDocument {
  const { first_name, middle_initials, last_name, ssn } = life.person;
  return {
    id: idOf(id_seed, 'tax', 'F1099', String(year)),
    document_type: 'F1099',
    document_subtype: 'F1099_DIV',
    year,
    file_id: null,
    md5sum: null,
    fields: {
      full_name: [first_name, middle_initials, last_name].filter((name) => name !== null).join(' '),
      account_number: PAYER.account_number,
      payer_name: PAYER.name,
      payer_tin: PAYER.tin,
      recipient_tin: ssn,
      amount: dividendsOf(life, year),
      federal_tax: null,
      total_ordinary_dividends: dividendsOf(life, year),
    },
  };
}
