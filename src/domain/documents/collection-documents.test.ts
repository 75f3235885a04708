import { expect, test } from 'vitest';
import { keepReading, presentDocument, wholeFields } from './collection-documents.ts';
import type { Field } from './read-documents.ts';

const field = (value: Field['value']): Field => ({
  value,
  raw: String(value),
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'label',
  confidence: 1,
});

test('SSNs and account numbers are masked; only `wholeFields` shows them as they were read', () => {
  const reading = keepReading({
    document_type: 'W2',
    subtype: null,
    pages: [1, 1],
    fields: { ssn: field('991-91-9991'), year: field('2025'), wages: field(5_200_000n) },
    tables: { accounts: [{ account_number: field('000123456789') }] },
    checks: [],
    fraud_signals: [],
  });
  const record = {
    id: 'd',
    file_id: 'f',
    collection_id: 'c',
    user_id: null,
    document_type: 'W2',
    first_page: 1,
    last_page: 1,
    is_suspicious: false,
    review_status: 'not_required',
    created_at: new Date('2026-03-01T12:00:00Z'),
  } as const;
  expect(presentDocument(record, reading, '').fields).toEqual({
    ssn: '*****9991',
    year: 2025,
    wages: '52000.00',
    accounts: [{ account_number: '****6789' }],
  });
  expect(wholeFields(reading)).toEqual({
    ssn: '991-91-9991',
    year: 2025,
    wages: '52000.00',
    accounts: [{ account_number: '000123456789' }],
  });
});
