// Turns pay stubs into statements. A stub that is in two files becomes one statement.
import { objectId } from '#connectors/wire.ts';
import type { Fields, Reading } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { byNewestPayDate, type Deduction, type Statement } from '#domain/reports/statements.ts';
import { basisOf, earningLines, hoursOf, type PayKinds, payKindsOf } from './earnings.ts';
import { amountOf, dateOf, fileOf, textOf } from './fields.ts';
import { deductionCategory, taxCategory } from './line-words.ts';
import { missingFields } from './missing-fields.ts';

export type PaidStatement = LinkData['statements'][number];

/** Returns the statements of one employer, newest first. The documents must be in the order of their upload. */
export function statementsOf(
  documents: readonly UploadedDocument[],
  employment_id: string,
  link_id: string,
): PaidStatement[] {
  const stubs = documents.filter(({ document_type }) => document_type === 'PAYSTUB').map(readStub);
  const distinct = withoutCopies(stubs.filter(({ gross_pay, net_pay }) => gross_pay !== null || net_pay !== null));
  const counts = new Map<string, number>();
  return distinct
    .map((stub) => {
      // An employer may pay twice on one day. The payments of a day are numbered in the order of their upload, so a
      // later upload does not change the ids of earlier payments.
      const day = stub.pay_date ?? stub.period_end ?? '';
      const number = (counts.get(day) ?? 0) + 1;
      counts.set(day, number);
      const id = objectId(link_id, 'statement', JSON.stringify([employment_id, day, number]));
      return { id, ...stub, missing_data_fields: missingFields(stub), employment_id };
    })
    .toSorted(byNewestPayDate);
}

type Stub = Omit<Statement, 'id'>;

const readStub = (document: UploadedDocument): Stub => ({ ...stubFigures(document), ...fileOf(document) });

/** Returns the values of one pay stub: the printed values, and the values that are computed from the stub's lines. */
export function stubFigures({ fields, tables }: Reading): Omit<Stub, 'file_id' | 'md5sum'> {
  const rows = tables['earnings'] ?? [];
  const [earnings, earnings_ytd] = [earningLines(rows, 'current'), earningLines(rows, 'ytd')];
  const [gross_pay, gross_pay_ytd] = [amountOf(fields, 'gross_pay'), amountOf(fields, 'gross_pay_ytd')];
  const [now, ytd] = [payKindsOf(earnings, gross_pay), payKindsOf(earnings_ytd, gross_pay_ytd)];
  const [hours, basis_of_pay] = [hoursOf(earnings), basisOf(earnings)];
  return {
    check_number: textOf(fields, 'check_number'),
    pay_date: dateOf(fields, 'pay_date'),
    period_start: dateOf(fields, 'period_start'),
    period_end: dateOf(fields, 'period_end'),
    gross_pay,
    gross_pay_ytd,
    net_pay: amountOf(fields, 'net_pay'),
    net_pay_ytd: amountOf(fields, 'net_pay_ytd'),
    regular: now.regular,
    regular_ytd: ytd.regular,
    overtime: now.overtime,
    overtime_ytd: ytd.overtime,
    bonus: now.bonus,
    bonus_ytd: ytd.bonus,
    commission: now.commission,
    commission_ytd: ytd.commission,
    other_pay: now.other_pay,
    other_pay_ytd: ytd.other_pay,
    hours,
    basis_of_pay,
    earnings,
    earnings_ytd,
    deductions: deductionLines(tables, 'current'),
    deductions_ytd: deductionLines(tables, 'ytd'),
    derived_fields: [
      ...known(now, ''),
      ...known(ytd, '_ytd'),
      ...(hours === null ? [] : ['hours']),
      ...(basis_of_pay === null ? [] : ['basis_of_pay']),
    ],
    missing_data_fields: [],
  };
}

/** Returns the names of the known sums. A stub prints lines, not sums by category, so every known sum is derived. */
const known = (kinds: PayKinds, suffix: string): string[] =>
  Object.entries(kinds).flatMap(([name, amount]) => (amount === null ? [] : [`${name}${suffix}`]));

function deductionLines(tables: UploadedDocument['tables'], column: 'current' | 'ytd'): Deduction[] {
  const lines = (rows: readonly Fields[] = [], categoryOf: (name: string) => Deduction['category']) =>
    rows.flatMap((row): Deduction[] => {
      const [name, amount] = [textOf(row, 'description'), amountOf(row, column)];
      return name === null || amount === null ? [] : [{ name, amount, category: categoryOf(name) }];
    });
  return [...lines(tables['taxes'], taxCategory), ...lines(tables['deductions'], deductionCategory)];
}

/**
 * Removes copies, for example the scan of a PDF. The copy with more values is kept, at the position of the first copy.
 */
function withoutCopies(stubs: readonly Stub[]): Stub[] {
  const kept: Stub[] = [];
  for (const stub of stubs) {
    const at = kept.findIndex((other) => isCopy(stub, other));
    const other = kept[at];
    if (other === undefined) kept.push(stub);
    else if (missingFields(stub).length < missingFields(other).length) kept[at] = stub;
  }
  return kept;
}

const COMPARED = [
  'pay_date',
  'period_start',
  'period_end',
  'check_number',
  'gross_pay',
  'net_pay',
  'gross_pay_ytd',
  'net_pay_ytd',
] as const;

/**
 * Whether the stubs are copies of each other. No value may differ between them, but a value may be missing on one stub.
 * The pay date or the end of the pay period must be equal, and gross pay or net pay must be equal.
 */
function isCopy(a: Stub, b: Stub): boolean {
  const isSame = (name: (typeof COMPARED)[number]) => a[name] !== null && a[name] === b[name];
  return (
    COMPARED.every((name) => a[name] === null || b[name] === null || a[name] === b[name]) &&
    (isSame('pay_date') || isSame('period_end')) &&
    (isSame('gross_pay') || isSame('net_pay'))
  );
}
