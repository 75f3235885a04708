import { expect, it } from 'vitest';
import { changeDocumentUpload, DEFAULT_DOCUMENT_UPLOAD } from '#domain/access/template-documents.ts';
import { isAcceptedType } from './accepted-types.ts';

const rules = (...kinds: ('paystub' | 'other')[]) =>
  changeDocumentUpload(DEFAULT_DOCUMENT_UPLOAD, { types: Object.fromEntries(kinds.map((kind) => [kind, {}])) });

it('a template without rules accepts every type', () => {
  expect(isAcceptedType('PAYSTUB', DEFAULT_DOCUMENT_UPLOAD)).toBe(true);
  expect(isAcceptedType('OTHER', DEFAULT_DOCUMENT_UPLOAD)).toBe(true);
});

it('a template with rules accepts only the types that have a rule', () => {
  expect(isAcceptedType('PAYSTUB', rules('paystub'))).toBe(true);
  expect(isAcceptedType('W2', rules('paystub'))).toBe(false);
  expect(isAcceptedType('BANK_STATEMENT', rules('paystub'))).toBe(false);
});

it('a rule for `other` accepts all types that have no rule of their own', () => {
  expect(isAcceptedType('BANK_STATEMENT', rules('paystub', 'other'))).toBe(true);
  expect(isAcceptedType('W2', rules('other'))).toBe(true);
});
