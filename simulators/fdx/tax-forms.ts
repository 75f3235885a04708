// Tax statements with the forms W-2 and 1099-INT. Their amounts come from the paychecks and the interest rows.
import { type Day, yearOf } from '../lives/calendar.ts';
import { idOf } from '../lives/dice.ts';
import type { History } from '../lives/history.ts';
import type { Address, Life } from '../lives/life.ts';
import { yearlyWages } from '../lives/payroll.ts';
import { accountIdOf, BANK_NAME } from './bank.ts';
import { dollars } from './shapes.ts';

export type TaxStatement = { taxYear: number; taxStatementId: string; forms: readonly object[] };

const BANK_TIN = '98-7000001';
const BANK_ADDRESS: Address = { line1: '1 Harbor Square', city: 'Portland', state: 'ME', postal_code: '04101' };
/** The minimum interest in a year for which the bank makes a form 1099-INT. */
const INTEREST_CENTS_MIN = 1_000;

/**
 * The tax statements of finished years, newest first. The bank has the W-2 because payroll providers deliver it to the
 * bank.
 */
export function taxStatements(life: Life, history: History, seed: number): TaxStatement[] {
  const wages = life.jobs.flatMap((job) =>
    yearlyWages(life, job, history.until, seed).map((year) => w2(life, job, year)),
  );
  return [...wages, ...interestForms(life, history)].toSorted((one, other) => other.taxYear - one.taxYear);
}

function w2(
  life: Life,
  { employer, key }: Life['jobs'][number],
  wages: ReturnType<typeof yearlyWages>[number],
): TaxStatement {
  const id = idOf(16, 'w2', life.id, key, wages.year);
  const form = {
    taxYear: wages.year,
    taxFormId: id,
    taxFormDate: `${wages.year + 1}-01-31`,
    taxFormType: 'TaxW2',
    wages: dollars(wages.wages_cents),
    federalTaxWithheld: dollars(wages.federal_cents),
    socialSecurityWages: dollars(wages.social_security_wages_cents),
    socialSecurityTaxWithheld: dollars(wages.social_security_cents),
    medicareWages: dollars(wages.medicare_wages_cents),
    medicareTaxWithheld: dollars(wages.medicare_cents),
    retirementPlan: wages.wages_cents < wages.social_security_wages_cents,
    stateAndLocal: [
      {
        stateCode: wages.state,
        state: {
          taxWithheld: dollars(wages.state_cents),
          taxId: employer.ein.slice(0, 7),
          income: dollars(wages.state_wages_cents),
        },
      },
    ],
  };
  return statement(life, wages.year, id, party(employer.name, employer.ein, employer.address, employer.phone), {
    taxW2: form,
  });
}

function interestForms(life: Life, history: History): TaxStatement[] {
  return history.accounts.flatMap(({ plan, rows }) => {
    const paid = new Map<number, number>();
    for (const { posted_on, cents, category } of rows) {
      if (category === 'interest' && cents > 0) paid.set(yearOf(posted_on), (paid.get(yearOf(posted_on)) ?? 0) + cents);
    }
    const finished = [...paid].filter(
      ([year, cents]) => isFinished(year, history.until) && cents >= INTEREST_CENTS_MIN,
    );
    return finished.map(([year, cents]) => {
      const id = idOf(16, '1099-int', life.id, plan.key, year);
      const form = {
        taxYear: year,
        taxFormId: id,
        taxFormDate: `${year + 1}-01-31`,
        taxFormType: 'Tax1099Int',
        accountId: accountIdOf(life, plan),
        interestIncome: dollars(cents),
        federalTaxWithheld: 0,
      };
      return statement(life, year, id, party(BANK_NAME, BANK_TIN, BANK_ADDRESS), { tax1099Int: form });
    });
  });
}

function statement(life: Life, year: number, id: string, issuer: object, form: object): TaxStatement {
  const { person } = life;
  const name = { individualName: { first: person.first_name, last: person.last_name } };
  const recipient = { tin: person.ssn, partyType: 'INDIVIDUAL', ...name, address: addressOf(person.address) };
  const shared = { taxYear: year, taxStatementId: id, issuer, recipient, taxDataType: 'JSON' };
  return { ...shared, forms: [form] };
}

const party = (name: string, tin: string, address: Address, phone?: string): object => ({
  tin,
  partyType: 'BUSINESS',
  businessName: { name1: name },
  address: addressOf(address),
  ...(phone === undefined ? {} : { phone: { number: phone.slice(2) } }),
});

export const addressOf = ({ line1, city, state, postal_code }: Address): object => ({
  line1,
  city,
  region: state,
  postalCode: postal_code,
  country: 'US',
});

const isFinished = (year: number, until: Day): boolean => year < yearOf(until);
