import { describe, expect, it } from 'vitest';
import { figuresOf, hasContent } from './figures.ts';
import type { Field, Fields } from './read-documents.ts';

const field = (value: Field['value']): Field => ({
  value,
  raw: String(value),
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'label',
  confidence: 1,
});
const fieldsOf = (values: Record<string, Field['value']>): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, field(value)]));
const stub = (values: Record<string, Field['value']>) => ({
  document_type: 'PAYSTUB' as const,
  fields: fieldsOf(values),
  tables: { taxes: [fieldsOf({ description: 'Medicare', current: 1_450n, ytd: 14_500n })] },
});
const AMOUNTS = { gross_pay: 100_000n, net_pay: 80_000n, gross_pay_ytd: 1_000_000n, net_pay_ytd: 800_000n };

describe('the figures of a document', () => {
  it('the figures do not depend on the person’s name', () => {
    expect(figuresOf(stub({ ...AMOUNTS, employee_name: 'Jane Roe' }))).toEqual(
      figuresOf(stub({ ...AMOUNTS, employee_name: 'John Doe' })),
    );
  });

  it('the figures depend on every amount and date', () => {
    const figures = figuresOf(stub({ ...AMOUNTS, pay_date: '2026-03-06' }));
    expect(figuresOf(stub({ ...AMOUNTS, pay_date: '2026-03-20' }))).not.toEqual(figures);
    expect(figuresOf(stub({ ...AMOUNTS, net_pay: 80_001n, pay_date: '2026-03-06' }))).not.toEqual(figures);
  });

  it('the figures are marked with is_numbered if the document has a number from its issuer, such as a check number', () => {
    expect(figuresOf(stub(AMOUNTS))?.is_numbered).toBe(false);
    expect(figuresOf(stub({ ...AMOUNTS, check_number: '10041' }))?.is_numbered).toBe(true);
    expect(figuresOf(stub({ ...AMOUNTS, check_number: '10041' }))?.text).not.toBe(
      figuresOf(stub({ ...AMOUNTS, check_number: '10042' }))?.text,
    );
  });

  it('the figures are marked with is_numbered if the document has an SSN or the number of an account with one owner', () => {
    const statement = (holder_name: string) => ({
      ...stub({ ...AMOUNTS, holder_name, account_mask: '0640' }),
      document_type: 'BANK_STATEMENT' as const,
    });
    expect(figuresOf(stub({ ...AMOUNTS, employee_ssn: '***-**-1122' }))?.is_numbered).toBe(true);
    expect(figuresOf(statement('Jane Roe'))?.is_numbered).toBe(true);
    expect(figuresOf(statement('Jane & John Roe'))?.is_numbered).toBe(false);
  });

  it('the figures are undefined if the document has only five different amounts, and defined if it has six', () => {
    const { net_pay_ytd: _last, ...five } = AMOUNTS;
    expect(figuresOf(stub(five))).toBeUndefined();
    expect(figuresOf(stub(AMOUNTS))).toBeDefined();
  });
});

it('hasContent() is false for a document that has neither fields nor rows', () => {
  expect(hasContent({ fields: {}, tables: { taxes: [] } })).toBe(false);
  expect(hasContent({ fields: {}, tables: { taxes: [fieldsOf({ current: 1n })] } })).toBe(true);
});
