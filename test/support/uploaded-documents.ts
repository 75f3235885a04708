// Builds uploaded documents whose fields are given by the test instead of being read from a file. The people and
// companies are invented.
import { hash } from 'node:crypto';
import type { Field, Fields, ReadDocument, ReadType } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';

export type Values = Record<string, Field['value']>;
type More = Partial<UploadedDocument> & { rows?: Record<string, Values[]> };

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

const toFields = (values: Values): Fields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Field] => [
      name,
      { value, raw: String(value), page: 1, box: NOWHERE, method: 'label', confidence: 1 },
    ]),
  );

/** Builds an uploaded document. Amounts in `values` are cents; `number` distinguishes the uploads of a test. */
export function uploaded(
  number: number,
  document_type: ReadType,
  values: Values = {},
  { rows = {}, ...more }: More = {},
): UploadedDocument {
  const tables = Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.map(toFields)]));
  return ofFile(
    number,
    { document_type, subtype: null, pages: [1, 1], fields: toFields(values), tables, checks: [] },
    more,
  );
}

/** Returns a copy of `document` that belongs to the uploaded file with this number. */
export function ofFile(number: number, document: ReadDocument, more: Partial<UploadedDocument> = {}): UploadedDocument {
  return {
    ...document,
    id: hash('md5', `document ${number} ${document.pages[0]}`),
    file_id: hash('md5', `file ${number}`),
    filename: `upload-${number}.pdf`,
    mime_type: 'application/pdf',
    md5sum: hash('md5', `bytes ${number}`),
    is_suspicious: false,
    review_status: 'not_required',
    created_at: new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString().replace('.000', ''),
    ...more,
  };
}

export const STUB: Values = {
  employer_name: 'Larkspur Analytics, LLC',
  employer_address: '1600 Wynkoop Terrace, Denver, CO 80202',
  employer_ein: '99-9000001',
  employee_name: 'Jordan Q. Vale',
  employee_address: '88 Juniper Court, Apt 4, Boulder, CO 80301',
  employee_ssn: '***-**-9991',
  pay_date: '2026-02-20',
  period_start: '2026-02-01',
  period_end: '2026-02-14',
  check_number: '100234',
  gross_pay: 320_000n,
  gross_pay_ytd: 1_280_000n,
  net_pay: 240_000n,
  net_pay_ytd: 960_000n,
};

export const EARNINGS: Values[] = [
  { description: 'Regular', hours: 8_000n, rate: 3_500n, current: 280_000n, ytd: 1_120_000n },
  { description: 'Overtime 1.5', hours: 400n, rate: 5_250n, current: 21_000n, ytd: 84_000n },
  { description: 'Vacation', hours: 543n, rate: 3_500n, current: 19_000n, ytd: 76_000n },
];

/** Returns a pay stub of Jordan Vale with lines that add up to gross pay. */
export const stub = (number: number, values: Values = {}, rows: Record<string, Values[]> = {}): UploadedDocument =>
  uploaded(number, 'PAYSTUB', { ...STUB, ...values }, { rows: { earnings: EARNINGS, ...rows } });

/** Returns the document without some of its fields. */
export function without(document: UploadedDocument, ...names: string[]): UploadedDocument {
  const fields = Object.fromEntries(Object.entries(document.fields).filter(([name]) => !names.includes(name)));
  return { ...document, fields };
}
