// Payroll documents: a PDF file for each pay stub, and one for the W-2 of each finished year.
import { decimal } from '../kit/bank.ts';
import { type PdfText, textPdf } from '../kit/pdf.ts';
import type { Job, Life } from '../lives/life.ts';
import type { PayStub } from '../lives/pay-stubs.ts';
import { type YearlyWages, yearlyWages } from '../lives/payroll.ts';
import { documentId, employmentId } from './data.ts';
import { type Account, employerOf, stubsOf } from './state.ts';

export type PayDocument = { id: string; available_on: string; json: Record<string, unknown>; file(): Buffer };

/** The documents of an account, newest first. */
export function documentsOf(account: Account, origin: string): PayDocument[] {
  const { work, life } = account;
  if (!('job' in work)) return [];
  const { job } = work;
  const make = (key: string, type: string, day: string, ocr_data: unknown, file: () => Buffer): PayDocument => {
    const id = documentId(account, key);
    return {
      id,
      available_on: day,
      file,
      json: {
        id,
        account: account.id,
        employment: employmentId(account),
        employer: employerOf(account),
        document_number: null,
        available_date: `${day}T00:00:00Z`,
        expiration_date: null,
        document_type: type,
        document_type_description: null,
        file_url: `${origin}/v2/payroll-documents/${id}/file`,
        created_at: `${day}T00:00:00Z`,
        updated_at: `${day}T00:00:00Z`,
        ocr_data,
        metadata: {},
      },
    };
  };
  const stubs = stubsOf(account).map((stub) =>
    make(stub.id, 'payout-statement', stub.pay_date, {}, () => stubPdf(life, job, stub)),
  );
  const years = account.phase === 'synced' ? yearlyWages(life, job, account.synced_to, account.seed) : [];
  const forms = years.map((year) =>
    make(`w2-${year.year}`, 'W-2', `${year.year + 1}-01-31`, toOcr(life, job, year), () => w2Pdf(life, job, year)),
  );
  return [...stubs, ...forms]
    .filter(({ available_on }) => available_on <= account.synced_to)
    .toSorted((one, other) => other.available_on.localeCompare(one.available_on));
}

const toOcr = (life: Life, job: Job, year: YearlyWages): Record<string, unknown> => ({
  form_type: 'W-2',
  year: String(year.year),
  form: {
    recipient: { name: `${life.person.first_name} ${life.person.last_name}`.toUpperCase() },
    recipient_tin: life.person.ssn,
    payer: { name: job.employer.name.toUpperCase() },
    payer_tin: job.employer.ein,
    comp_1: decimal(year.wages_cents),
    fed_income_tax_2: decimal(year.federal_cents),
    ss_wages_3: decimal(year.social_security_wages_cents),
    ss_tax_4: decimal(year.social_security_cents),
    med_wages_5: decimal(year.medicare_wages_cents),
    med_tax_6: decimal(year.medicare_cents),
    employers_state_15: year.state,
    state_wages_16: decimal(year.state_wages_cents),
    state_income_tax_17: decimal(year.state_cents),
  },
});

function stubPdf(life: Life, job: Job, stub: PayStub): Buffer {
  const { person } = life;
  const { employer } = job;
  const texts: PdfText[] = [
    { x: 50, y: 60, text: employer.name, size: 13, bold: true },
    {
      x: 50,
      y: 76,
      text: `${employer.address.line1}, ${employer.address.city}, ${employer.address.state} ${employer.address.postal_code}`,
    },
    { x: 400, y: 60, text: 'Earnings Statement', size: 13, bold: true },
    { x: 400, y: 76, text: `Pay date: ${slashed(stub.pay_date)}` },
    { x: 400, y: 90, text: `Pay period: ${slashed(stub.period_start)} - ${slashed(stub.period_end)}` },
    { x: 50, y: 110, text: `${person.first_name} ${person.last_name}`, bold: true },
    { x: 50, y: 124, text: person.address.line1 },
    { x: 50, y: 138, text: `${person.address.city}, ${person.address.state} ${person.address.postal_code}` },
    { x: 400, y: 110, text: `SSN: XXX-XX-${person.ssn.slice(-4)}` },
    { x: 400, y: 124, text: `Check number: ${1000 + stub.number}` },
  ];
  let y = 175;
  const table = (title: string, rows: readonly (readonly string[])[]): void => {
    const columns = [50, 230, 310, 390, 480];
    for (const [at, text] of [title, 'Hours', 'Rate', 'Current', 'Year to date'].entries()) {
      texts.push({ x: columns[at] ?? 50, y, text, bold: true });
    }
    for (const row of rows) {
      y += 14;
      for (const [at, text] of row.entries()) if (text !== '') texts.push({ x: columns[at] ?? 50, y, text });
    }
    y += 26;
  };
  table('Earnings', [
    ...stub.earnings.map((line) => [
      line.name,
      line.hours === null ? '' : line.hours.toFixed(2),
      line.rate_cents === null ? '' : decimal(line.rate_cents),
      grouped(line.cents),
      grouped(line.year_cents),
    ]),
    ['Gross pay', '', '', grouped(stub.gross_cents), grouped(stub.year_to_date.gross_cents)],
  ]);
  const lines = (list: readonly { name: string; cents: number; year_cents: number }[]): string[][] =>
    list.map((line) => [line.name, '', '', grouped(line.cents), grouped(line.year_cents)]);
  table('Taxes', lines(stub.taxes));
  table('Deductions', lines(stub.deductions));
  table('Summary', [['Net pay', '', '', grouped(stub.net_cents), grouped(stub.year_to_date.net_cents)]]);
  return textPdf(texts, 'Earnings Statement');
}

function w2Pdf(life: Life, job: Job, year: YearlyWages): Buffer {
  const { person } = life;
  const boxes: readonly (readonly [string, string])[] = [
    ["a Employee's social security number", person.ssn],
    ['b Employer identification number (EIN)', job.employer.ein],
    ["c Employer's name", job.employer.name],
    ["e Employee's name", `${person.first_name} ${person.last_name}`],
    ['1 Wages, tips, other compensation', decimal(year.wages_cents)],
    ['2 Federal income tax withheld', decimal(year.federal_cents)],
    ['3 Social security wages', decimal(year.social_security_wages_cents)],
    ['4 Social security tax withheld', decimal(year.social_security_cents)],
    ['5 Medicare wages and tips', decimal(year.medicare_wages_cents)],
    ['6 Medicare tax withheld', decimal(year.medicare_cents)],
    ['15 State', year.state],
    ['16 State wages, tips, etc.', decimal(year.state_wages_cents)],
    ['17 State income tax', decimal(year.state_cents)],
  ];
  const texts = boxes.flatMap(([label, value], at): PdfText[] => [
    { x: 50, y: 110 + at * 34, text: label, size: 7 },
    { x: 50, y: 122 + at * 34, text: value },
  ]);
  const title = `Form W-2 Wage and Tax Statement ${year.year}`;
  return textPdf([{ x: 50, y: 70, text: title, size: 14, bold: true }, ...texts], title);
}

const slashed = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
const grouped = (cents: number): string => decimal(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
