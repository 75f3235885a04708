// Tax forms of a link: a summary of Form 1040, and Forms 1099. The lines have our own wording and the line numbers of
// the form.
import type { Employment } from '#domain/reports/payroll.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import { addressLines, amount, DASH, maskedSsn, orDash } from './figures.ts';
import { amountCell, drawFormTitle, FORM_TOP, type Label, textCell } from './forms.ts';
import { type Drawing, newPaper, PAGE, RIGHT, toPdf } from './paper.ts';
import { type Column, drawTable, type Row } from './table.ts';

export type F1040 = Pick<Extract<TaxDocument, { document_type: 'F1040' }>, 'year' | 'fields'>;
export type F1099 = Pick<Extract<TaxDocument, { document_type: 'F1099' }>, 'year' | 'document_subtype' | 'fields'>;
export type Filer = Pick<Employment['profile'], 'full_name' | 'ssn' | 'home_address'>;

/**
 * Lines of the tax return that are not among the document's fields. They are needed to check the totals of the return.
 */
export type Unlisted = { wages: bigint | null; adjustments: bigint | null };

export const f1040Pdf = (filer: Filer, document: F1040, unlisted?: Unlisted): Promise<Buffer> =>
  toPdf(drawF1040(filer, document, unlisted));

export const f1099Pdf = (filer: Filer, document: F1099): Promise<Buffer> => toPdf(drawF1099(filer, document));

export function drawF1040(
  filer: Filer,
  { year, fields }: F1040,
  unlisted: Unlisted = { wages: null, adjustments: null },
): Drawing {
  const paper = newPaper();
  drawFormTitle(paper, 'Form 1040', 'Individual income tax return, summary', year);
  const half = (RIGHT - LEFT) / 2;
  textCell(paper, { x: LEFT, y: TOP, width: half, height: 30 }, ['', 'Name'], [orDash(filer.full_name)]);
  textCell(
    paper,
    { x: LEFT + half, y: TOP, width: half, height: 30 },
    ['', 'Social security number'],
    [maskedSsn(filer.ssn)],
  );
  textCell(
    paper,
    { x: LEFT, y: TOP + 30, width: 2 * half, height: 44 },
    ['', 'Home address'],
    addressLines(filer.home_address),
  );
  // Since 2025, lines 7 and 11 of the form are split into a and b. Our amounts are on lines 7a and 11a.
  const split = (number: string): string => (year >= 2025 ? `${number}a` : number);
  const line = (number: string, what: string, cents: bigint | null): Row => ({ cells: [number, what, amount(cents)] });
  const total = (number: string, what: string, cents: bigint | null): Row => ({
    ...line(number, what, cents),
    is_total: true,
  });
  drawTable(paper, TOP + 92, {
    title: 'Income',
    columns: LINES,
    row_height: 18,
    rows: [
      line('1z', 'Wages from Forms W-2', unlisted.wages),
      line('3b', 'Ordinary dividends', fields.ordinary_dividends),
      line('5a', 'Pensions and annuities', fields.pension_and_annuities),
      line('5b', 'Pensions and annuities, taxable amount', fields.pension_and_annuities_taxable),
      line('6a', 'Social security benefits', fields.social_security_benefits),
      line('6b', 'Social security benefits, taxable amount', fields.social_security_benefits_taxable),
      line(split('7'), 'Capital gain or loss', fields.capital_gain),
      line('8', 'Other income', fields.other_income),
      total('9', 'Total income', fields.total_income),
      line('10', 'Adjustments to income', unlisted.adjustments),
      total(split('11'), 'Adjusted gross income', fields.adjusted_gross_income),
    ],
  });
  return { paper, about: about('Form 1040', year, orDash(filer.full_name), orDash(filer.full_name)) };
}

export function drawF1099(filer: Filer, { year, document_subtype, fields }: F1099): Drawing {
  const paper = newPaper();
  const is_dividends = document_subtype === 'F1099_DIV';
  const name = document_subtype === null ? 'Form 1099' : `Form ${document_subtype.replace(/^F/, '').replace('_', '-')}`;
  drawFormTitle(paper, name, is_dividends ? 'Dividends and distributions' : 'Information return', year);
  const parties = 300;
  const party = (y: number, height: number, words: string, lines: readonly string[]) =>
    textCell(paper, { x: LEFT, y: TOP + y, width: parties, height }, ['', words], lines);
  party(0, 30, 'Payer’s name', [orDash(fields.payer_name)]);
  party(30, 30, 'Payer’s TIN', [orDash(fields.payer_tin)]);
  party(60, 30, 'Recipient’s TIN', [maskedSsn(fields.recipient_tin)]);
  party(90, 30, 'Recipient’s name', [orDash(fields.full_name)]);
  party(120, 60, 'Recipient’s address', addressLines(filer.home_address));
  party(180, 30, 'Account number', [orDash(fields.account_number)]);
  const boxes: [Label, string][] = [
    [['1a', 'Total ordinary dividends'], amount(fields.total_ordinary_dividends)],
    [['1b', 'Qualified dividends'], ''],
    [['2a', 'Total capital gain distributions'], ''],
    [['3', 'Nondividend distributions'], ''],
    [['4', 'Federal income tax withheld'], amount(fields.federal_tax)],
    [['5', 'Section 199A dividends'], ''],
    [['', 'Total amount reported'], amount(fields.amount)],
  ];
  const plain: [Label, string][] = [
    [['', 'Amount'], amount(fields.amount)],
    [['', 'Federal income tax withheld'], amount(fields.federal_tax)],
    [['', 'Total ordinary dividends'], amount(fields.total_ordinary_dividends)],
  ];
  for (const [at, [label, value]] of (is_dividends ? boxes : plain).entries()) {
    const area = { x: LEFT + parties, y: TOP + at * 30, width: RIGHT - LEFT - parties, height: 30 };
    amountCell(paper, area, label, value);
  }
  return { paper, about: about(name, year, fields.payer_name ?? DASH, orDash(fields.full_name)) };
}

const LEFT = PAGE.margin;
const TOP = FORM_TOP;

const LINES: readonly Column[] = [
  { title: 'Line', width: 52, ink: 'grey' },
  { title: 'Description', width: 350 },
  { title: 'Amount', width: 130, align: 'right' },
];

const about = (name: string, year: number, author: string, subject: string): Drawing['about'] => ({
  title: `${name} ${year}`,
  author,
  subject,
  // The file date is the first day after the tax year.
  created_on: `${year + 1}-01-01`,
});
