// Builds documents as the reader returns them, for tests of the checks and fraud signals.
import { checkBankStatement } from '#analysis/documents/checks/bank-statement.ts';
import { checkPayStub } from '#analysis/documents/checks/pay-stub.ts';
import { checkW2 } from '#analysis/documents/checks/w2.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Check, Field, Fields, ReadDocument, Reading, Tables } from '#domain/documents/read-documents.ts';

type Values = Readonly<Record<string, bigint | string>>;

export const fieldOf = (value: bigint | string, confidence = 1): Field => ({
  value,
  raw: String(value),
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'label',
  confidence,
});

export const fieldsOf = (values: Values, confidence = 1): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fieldOf(value, confidence)]));

export function documentOf(
  document_type: ReadDocument['document_type'],
  values: Values,
  tables: Record<string, Values[]> = {},
  rest: { confidence?: number; subtype?: ReadDocument['subtype'] } = {},
): ReadDocument {
  const { confidence = 1, subtype = null } = rest;
  const rows: Tables = Object.fromEntries(
    Object.entries(tables).map(([name, list]) => [name, list.map((row) => fieldsOf(row, confidence))]),
  );
  const reading = { fields: fieldsOf(values, confidence), tables: rows };
  const checks = checksOf(document_type, reading);
  return { document_type, subtype, pages: [1, 1], ...reading, checks };
}

function checksOf(document_type: ReadDocument['document_type'], reading: Reading): Check[] {
  switch (document_type) {
    case 'PAYSTUB':
      return checkPayStub(reading);
    case 'W2':
      return checkW2(reading);
    case 'BANK_STATEMENT':
      return checkBankStatement(reading);
    default:
      return [];
  }
}

/** Returns a page that shows the given amounts, as read from the text of a PDF or by OCR. */
export const pageWith = (amounts: readonly string[], source: 'text' | 'ocr' = 'text'): Page => ({
  number: 1,
  width: 612,
  height: 792,
  words: ['Pay', ...amounts].map((text, index) => ({
    text,
    box: { left: 100, top: 100 + 20 * index, right: 150, bottom: 110 + 20 * index },
    size: 10,
    font: source === 'text' ? 'Helvetica' : '',
    confidence: source === 'text' ? 1 : 0.96,
  })),
  rulings: [],
  form_fields: [],
});
