// Reads the documents in the pages of one file: classifies each page, splits the file, reads the fields of each document,
// checks its arithmetic and repairs amounts that OCR misread.
import { isReadByOcr, type Page } from '#domain/documents/pages.ts';
import type { Check, ReadDocument, Reading, ReadType } from '#domain/documents/read-documents.ts';
import { checkBankStatement } from './checks/bank-statement.ts';
import { checkForm1040 } from './checks/form-1040.ts';
import { checkForm1099 } from './checks/form-1099.ts';
import { checkPayStub } from './checks/pay-stub.ts';
import { repaired } from './checks/repair.ts';
import { checkW2 } from './checks/w2.ts';
import { readForm1040 } from './forms/form-1040.ts';
import { readForm1099 } from './forms/form-1099.ts';
import { readW2 } from './forms/w2.ts';
import { readInsurancePolicy } from './insurance/policy.ts';
import { printedTerms } from './printed-terms.ts';
import { type DocumentPages, splitDocuments } from './split.ts';
import { readBankStatement } from './statements/bank-statement.ts';
import { readPayStub } from './stubs/pay-stub.ts';

export function readDocuments(pages: readonly Page[]): ReadDocument[] {
  return withoutCopies(splitDocuments(pages).map(readDocument));
}

function readDocument(part: DocumentPages): ReadDocument {
  const { document_type, subtype, pages } = part;
  const check = (one: Reading): Check[] => checksOf(document_type, subtype, one);
  const scanned = new Set(pages.filter(isReadByOcr).map(({ number }) => number));
  const read = fieldsOf(part);
  const reading = scanned.size === 0 ? read : repaired(read, check, (page) => scanned.has(page));
  const [first, last] = [pages[0]?.number ?? 1, pages.at(-1)?.number ?? 1];
  return {
    document_type,
    subtype,
    pages: [first, last],
    ...reading,
    terms: printedTerms(document_type, pages),
    checks: check(reading),
  };
}

function fieldsOf({ document_type, subtype, pages }: DocumentPages): Reading {
  switch (document_type) {
    case 'PAYSTUB':
      return readPayStub(pages);
    case 'W2':
      return readW2(pages);
    case 'F1099':
      return readForm1099(subtype, pages);
    case 'F1040':
      return readForm1040(subtype, pages);
    case 'BANK_STATEMENT':
      return readBankStatement(pages);
    case 'INSURANCE_HOME_POLICY':
    case 'INSURANCE_AUTO_POLICY':
      return readInsurancePolicy(document_type, pages);
    case 'OTHER':
      return { fields: {}, tables: {} };
  }
}

/**
 * Returns the checks for the type of the document. A corrected W-2 shows only the boxes that changed, so its figures
 * need not fit together and are not checked.
 */
function checksOf(document_type: ReadType, subtype: ReadDocument['subtype'], reading: Reading): Check[] {
  if (document_type === 'PAYSTUB') return checkPayStub(reading);
  if (document_type === 'W2' && subtype === null) return checkW2(reading);
  if (document_type === 'F1099') return checkForm1099(subtype, reading);
  if (document_type === 'F1040' && subtype === null) return checkForm1040(reading);
  if (document_type === 'BANK_STATEMENT') return checkBankStatement(reading);
  return [];
}

/**
 * Removes the copies of a form. Employers print copies of a W-2 or 1099 for the federal, state and local returns on
 * separate pages. A form is such a copy if all its fields equal those of the form on the previous page.
 */
function withoutCopies(documents: readonly ReadDocument[]): ReadDocument[] {
  const kept: ReadDocument[] = [];
  for (const document of documents) {
    const before = kept.at(-1);
    if (before !== undefined && isCopy(document, before)) {
      kept[kept.length - 1] = { ...before, pages: [before.pages[0], document.pages[1]] };
    } else kept.push(document);
  }
  return kept;
}

const isForm = ({ document_type }: ReadDocument): boolean => document_type === 'W2' || document_type === 'F1099';

function isCopy(document: ReadDocument, before: ReadDocument): boolean {
  if (!isForm(document) || document.subtype !== before.subtype || !isForm(before)) return false;
  if (document.pages[0] !== before.pages[1] + 1) return false;
  const values = ({ fields, tables }: ReadDocument): string =>
    JSON.stringify([fields, tables], (key, value: unknown) => {
      if (['raw', 'page', 'box', 'method', 'confidence', 'repair'].includes(key)) return undefined;
      return typeof value === 'bigint' ? String(value) : value;
    });
  return Object.keys(document.fields).length > 0 && values(document) === values(before);
}
