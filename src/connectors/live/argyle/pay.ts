// Pure functions that convert Argyle's pay stubs and W-2s.
import { deductionCategory, taxCategory } from '#connectors/documents/line-words.ts';
import { missingFields } from '#connectors/documents/missing-fields.ts';
import { DECIMAL_PATTERN, orNull, toHundredths } from '#connectors/live/amounts.ts';
import { objectId } from '#connectors/wire.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import type { Deduction, Earning } from '#domain/reports/statements.ts';
import { dateOf } from './map.ts';
import type { PayrollDocument, Paystub } from './wire.ts';

type Statement = LinkData['statements'][number];
type W2 = LinkData['w2s'][number];

/** Whether the pay stub was paid. Planned, cancelled and sample pay stubs are left out, because they are not income. */
export const isPaid = ({ status }: Paystub): boolean => !status || status === 'completed';

export function toStatement(paystub: Paystub, employment_id: string, link_id: string): Statement {
  const totals = paystub.gross_pay_list_totals;
  const lines = paystub.gross_pay_list ?? [];
  const statement: Statement = {
    id: objectId(link_id, 'statement', paystub.id),
    employment_id,
    check_number: null,
    pay_date: dateOf(paystub.paystub_date),
    period_start: dateOf(paystub.paystub_period?.start_date),
    period_end: dateOf(paystub.paystub_period?.end_date),
    gross_pay: orNull(paystub.gross_pay),
    gross_pay_ytd: orNull(paystub.gross_pay_ytd),
    net_pay: orNull(paystub.net_pay),
    net_pay_ytd: orNull(paystub.net_pay_ytd),
    regular: orNull(totals?.base?.amount),
    regular_ytd: orNull(totals?.base?.amount_ytd),
    overtime: orNull(totals?.overtime?.amount),
    overtime_ytd: orNull(totals?.overtime?.amount_ytd),
    bonus: orNull(totals?.bonus?.amount),
    bonus_ytd: orNull(totals?.bonus?.amount_ytd),
    commission: orNull(totals?.commission?.amount),
    commission_ytd: orNull(totals?.commission?.amount_ytd),
    other_pay: orNull(totals?.other?.amount),
    other_pay_ytd: orNull(totals?.other?.amount_ytd),
    hours: orNull(paystub.hours),
    basis_of_pay: null,
    earnings: lines.flatMap((line) => earningOf(line, line.amount)),
    earnings_ytd: lines.flatMap((line) => earningOf({ ...line, rate: null, hours: null }, line.amount_ytd)),
    deductions: deductionsOf(paystub, ({ amount }) => amount),
    deductions_ytd: deductionsOf(paystub, ({ amount_ytd }) => amount_ytd),
    file_id: paystub.payroll_document || null,
    // The file is downloaded only when someone opens it.
    md5sum: null,
    derived_fields: [],
    missing_data_fields: [],
  };
  return { ...statement, missing_data_fields: missingFields(statement) };
}

const EARNINGS: Readonly<Record<string, Earning['category']>> = {
  base: 'regular',
  overtime: 'overtime',
  bonus: 'bonus',
  commission: 'commission',
  tips: 'tips',
  pto: 'pto',
  reimbursement: 'reimbursement',
};

type Line = NonNullable<Paystub['gross_pay_list']>[number];

function earningOf({ name, type, rate, hours }: Line, amount: string | null | undefined): Earning[] {
  if (!amount) return [];
  const category = type && Object.hasOwn(EARNINGS, type) ? EARNINGS[type] : undefined;
  return [
    {
      name: name || type || 'Pay',
      amount: toHundredths(amount),
      category: category ?? 'other',
      rate: orNull(rate),
      units: orNull(hours),
    },
  ];
}

type Amounts = { amount?: string | null; amount_ytd?: string | null };

function deductionsOf(paystub: Paystub, amountOf: (line: Amounts) => string | null | undefined): Deduction[] {
  const taxes = (paystub.tax_list ?? []).map((line) => ({ line, category: taxOf(line) }));
  const others = (paystub.deduction_list ?? []).map((line) => ({ line, category: deductionCategory(line.name ?? '') }));
  return [...taxes, ...others].flatMap(({ line, category }): Deduction[] => {
    const amount = orNull(amountOf(line));
    return amount === null
      ? []
      : [{ name: line.name || 'Deduction', amount: amount < 0n ? -amount : amount, category }];
  });
}

const TAXES: Readonly<Record<string, Deduction['category']>> = { federal: 'federal', state: 'state', local: 'local' };

/** Argyle's type `fica` stands for both Social Security and Medicare; only the name tells them apart. */
function taxOf({ name, type }: { name?: string | null; type?: string | null }): Deduction['category'] {
  const by_type = type && Object.hasOwn(TAXES, type) ? TAXES[type] : undefined;
  return by_type ?? taxCategory(name ?? '');
}

export const isW2 = ({ document_type }: PayrollDocument): boolean => document_type === 'W-2';

/** Converts a W-2. Argyle reads W-2s by OCR. A W-2 whose year was not read is left out. */
export function toW2s(document: PayrollDocument, employment_id: string, link_id: string): W2[] {
  const year = Number(document.ocr_data?.year);
  if (!Number.isInteger(year) || year < 1990 || year > 2100) return [];
  const box = (name: string): bigint | null => boxOf(document.ocr_data?.form?.[name]);
  return [
    {
      id: objectId(link_id, 'w2', document.id),
      employment_id,
      year,
      wages: box('comp_1'),
      gross_pay: null,
      federal_tax: box('fed_income_tax_2'),
      social_security_wages: box('ss_wages_3'),
      social_security_tax: box('ss_tax_4'),
      medicare_wages: box('med_wages_5'),
      medicare_tax: box('med_tax_6'),
      file_id: document.id,
      md5sum: null,
    },
  ];
}

const DECIMAL = new RegExp(DECIMAL_PATTERN);
/** Parses a box as OCR returns it, with or without thousands separators and a currency sign. */
function boxOf(value: unknown): bigint | null {
  const written = typeof value === 'number' ? String(value) : value;
  if (typeof written !== 'string' || written.length > 32) return null;
  const plain = written.replaceAll(/[$,\s]/g, '');
  return DECIMAL.test(plain) ? toHundredths(plain) : null;
}
