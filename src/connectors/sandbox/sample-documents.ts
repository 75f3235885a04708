// Documents of the sample people, for upload tests: pay stubs, W-2s, tax forms and bank statements. They match the
// person's data or, on request, are altered as a forger would alter them.
import { addDays } from '#base/calendar.ts';
import { byNewestPayDate } from '#domain/reports/statements.ts';
import type { SampleKind, Tamper } from '#domain/sandbox/sandbox-documents.ts';
import { drawBankStatement } from '#render/bank-statement.ts';
import { amount } from '#render/figures.ts';
import { overlaid, resaved } from '#render/forgeries.ts';
import { type Drawing, toPdf } from '#render/paper.ts';
import { drawPayStub } from '#render/pay-stub.ts';
import { drawF1040, drawF1099 } from '#render/tax-forms.ts';
import { bankOn } from './bank/bank.ts';
import { bankStatementPage } from './bank/bank-documents.ts';
import { bankLifeOf, isBankUsername } from './cast/bank-people.ts';
import { isPayrollUsername, lifeOf } from './cast/people.ts';
import type { Life } from './lives/life.ts';
import { depositsOf, unlistedOf, w2Drawing } from './payroll/document-drawings.ts';
import { employmentId, payrollOn } from './payroll/payroll.ts';
import { taxDocumentsOn } from './payroll/tax.ts';
import { alteredBankStatement, alteredF1099, alteredReturn, alteredStatement, alteredW2, EXTRA } from './tampering.ts';

export type SampleRequest = {
  kind: SampleKind;
  username: string;
  /** The position among the person's documents of this kind; 0 is the newest. */
  index: number;
  tamper: Tamper;
  first_login_date: string;
  today: string;
};

/** The document as a PDF, or `undefined` if this person has no such document. */
export async function sampleDocument(request: SampleRequest): Promise<Buffer | undefined> {
  const sample = samplesOf(request)[request.index];
  if (sample === undefined) return undefined;
  const { tamper } = request;
  const drawing = sample.draw(tamper);
  if (tamper === 'overlay') return toPdf(overlaid(drawing, amount(sample.covered), amount(sample.covered + EXTRA)));
  const pdf = await toPdf(drawing);
  if (tamper !== 'resave') return pdf;
  return resaved(pdf, EDITOR, new Date(`${addDays(drawing.about.created_on, DAYS_UNTIL_EDITED)}T18:45:00Z`));
}

const EDITOR = 'Inkwell PDF Editor 3.1';
const DAYS_UNTIL_EDITED = 9;
/** The number of months for which there are bank statements. */
const BANK_MONTHS = 24;

type Sample = {
  /** Draws the document. Only the alterations `amount` and `ytd` change the drawing. */
  draw: (tamper: Tamper) => Drawing;
  /** The amount that the alteration `overlay` covers. */
  covered: bigint;
};

/** All sample documents of the requested kind, newest first. */
function samplesOf({ kind, username, first_login_date, today }: SampleRequest): Sample[] {
  if (kind === 'bank_statement') return bankSamples(username, first_login_date, today);
  if (!isPayrollUsername(username)) return [];
  const life = lifeOf(username, first_login_date);
  if (kind === 'paystub') return stubSamples(life, today);
  return kind === 'w2' ? w2Samples(life, today) : taxSamples(life, today, kind);
}

function stubSamples(life: Life, today: string): Sample[] {
  const stubs = payrollOn(life, today).employments.flatMap((employment) =>
    employment.statements.map((statement) => ({ employment, statement })),
  );
  return stubs
    .toSorted((a, b) => byNewestPayDate(a.statement, b.statement))
    .flatMap(({ employment, statement }) => {
      const job = life.jobs.find((one) => employmentId(life.seed, one) === employment.id);
      if (job === undefined) return [];
      const deposits = depositsOf(life, job, statement);
      const draw = (tamper: Tamper) => drawPayStub(employment, alteredStatement(statement, tamper), deposits);
      return [{ draw, covered: statement.net_pay ?? 0n }];
    });
}

function w2Samples(life: Life, today: string): Sample[] {
  return payrollOn(life, today)
    .employments.flatMap((employment) => employment.w2s.map((w2) => ({ employment, w2 })))
    .toSorted((a, b) => b.w2.year - a.w2.year)
    .map(({ employment, w2 }) => ({
      draw: (tamper) => w2Drawing(employment, alteredW2(w2, tamper)),
      covered: w2.wages ?? 0n,
    }));
}

function taxSamples(life: Life, today: string, kind: 'f1040' | 'f1099'): Sample[] {
  const { employments } = payrollOn(life, today);
  const filer = employments[0]?.profile;
  const w2s = employments.flatMap((employment) => employment.w2s);
  return taxDocumentsOn(life, today).flatMap((document): Sample[] => {
    if (filer === undefined) return [];
    if (kind === 'f1040' && document.document_type === 'F1040') {
      const lines = { fields: document.fields, unlisted: unlistedOf(document, w2s) };
      const draw = (tamper: Tamper) => {
        const { fields, unlisted } = alteredReturn(lines, tamper);
        return drawF1040(filer, { ...document, fields }, unlisted);
      };
      return [{ draw, covered: document.fields.total_income ?? 0n }];
    }
    if (kind === 'f1099' && document.document_type === 'F1099') {
      const draw = (tamper: Tamper) => drawF1099(filer, { ...document, fields: alteredF1099(document.fields, tamper) });
      return [{ draw, covered: document.fields.total_ordinary_dividends ?? 0n }];
    }
    return [];
  });
}

function bankSamples(username: string, first_login_date: string, today: string): Sample[] {
  if (!isBankUsername(username)) return [];
  const life = bankLifeOf(username, first_login_date);
  const bank = bankOn(life, today, life.seed, BANK_MONTHS);
  return bank.bank_statements.map((statement) => ({
    draw: (tamper) => drawBankStatement(alteredBankStatement(bankStatementPage(bank, statement), tamper)),
    covered: statement.closing_balance ?? 0n,
  }));
}
