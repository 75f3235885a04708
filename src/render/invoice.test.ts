import { describe, expect, test } from 'vitest';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import type { InvoiceLine } from '#domain/billing/invoices.ts';
import { readPdf } from '#test/pdf.ts';
import { faultsOf, rowOf } from '#test/reports.ts';
import { type InvoicePage, invoicePdf } from './invoice.ts';

const ORDER = {
  id: 'a1'.repeat(16),
  order_number: 'L-100',
  created_at: '2026-02-27T09:00:00Z',
  finalized_at: '2026-03-01T12:00:00Z',
};
const INVOICE: InvoicePage = {
  id: '0d6c1f0a-5b1e-4c57-9a3f-6c1d2e3f4a5b',
  order_group_id: '7be2c4d8-10f3-4e69-8d27-95a0b1c2d3e4',
  made_at: '2026-03-01T12:00:00Z',
  issuer_host: 'verify.example',
  client_name: 'Acme Lending',
  is_sample: false,
  lines: [
    { product_type: 'income', count: 2, unit_price: '12.50' },
    { product_type: 'employment', count: 1_000, unit_price: '8.00' },
  ],
  orders: [ORDER, { ...ORDER, id: 'b2'.repeat(16), order_number: null }],
};

const read = async (more: Partial<InvoicePage> = {}) => {
  const { texts, pages, info } = await readPdf(await invoicePdf({ ...INVOICE, ...more }));
  return { texts, pages, info, words: texts.map(({ text }) => text) };
};

describe('an invoice PDF', () => {
  test('an invoice shows issuer, client, products and total', async () => {
    const { texts, words, pages, info } = await read();
    for (const text of ['INVOICE', 'Vouch', 'verify.example', 'Acme Lending', INVOICE.id, INVOICE.order_group_id]) {
      expect(words).toContain(text);
    }
    expect(rowOf(texts, 'Date')).toContain('03/01/2026');
    expect(rowOf(texts, 'Income')).toEqual(['Income', '2', '12.50', '25.00']);
    expect(rowOf(texts, 'Employment')).toEqual(['Employment', '1000', '8.00', '8,000.00']);
    const total = texts.filter(({ text }) => text === 'Total').map(({ y }) => y);
    expect(total).toHaveLength(2);
    for (const line of total) {
      expect(texts.filter(({ y }) => y === line).map(({ text }) => text)).toContain('8,025.00');
    }
    expect(rowOf(texts, ORDER.id)).toEqual([ORDER.id, 'L-100', '02/27/2026', '03/01/2026']);
    expect(rowOf(texts, 'b2'.repeat(16))).toEqual(['b2'.repeat(16), '–', '02/27/2026', '03/01/2026']);
    expect(words.join(' ')).not.toMatch(/sample/i);
    expect(info).toMatchObject({ Title: `Invoice ${INVOICE.id}`, Author: 'Vouch' });
    expect(faultsOf(texts)).toEqual([]);
    expect(pages).toBe(1);
  });

  test('the invoice of a sandbox order says “sample” in every text that contains the word “invoice”, except in the label “Invoice”', async () => {
    const lines: InvoiceLine[] = [{ product_type: 'assets', count: 3, unit_price: '0.00' }];
    const { texts, words, info } = await read({ is_sample: true, lines });
    const named = words.filter((text) => /invoice/i.test(text) && text !== 'Invoice');
    expect(named).toHaveLength(3);
    for (const text of named) expect(text).toMatch(/sample/i);
    expect(info).toMatchObject({ Title: `Sample invoice ${INVOICE.id}` });
    expect(rowOf(texts, 'Assets')).toEqual(['Assets', '3', '0.00', '0.00']);
    expect(rowOf(texts, 'Orders')).toEqual(['Orders', '2']);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an invoice has a total of 0.00 if the order group has no usage', async () => {
    const { words } = await read({ lines: [] });
    expect(words.filter((text) => text === '0.00')).toHaveLength(2);
  });

  test('an invoice shows a name for every product, and keeps long names and large amounts inside their columns', async () => {
    const lines = PRODUCT_TYPES.map(
      (product_type) => ({ product_type, count: 99_999, unit_price: '99999.99' }) as const,
    );
    const orders = [{ ...ORDER, order_number: 'W'.repeat(128) }];
    const { texts, words } = await read({ lines, orders, client_name: 'Wirral & Wye Mutual Lending '.repeat(20) });
    expect(words.filter((text) => text === '9,999,899,000.01')).toHaveLength(PRODUCT_TYPES.length);
    expect(words.filter((text) => /undefined|NaN|null/.test(text))).toEqual([]);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('an invoice with many orders has several pages, and shows each order once', async () => {
    const orders = Array.from({ length: 200 }, (_, at) => ({ ...ORDER, id: String(at).padStart(32, '0') }));
    const { texts, words, pages } = await read({ orders });
    expect(pages).toBeGreaterThan(3);
    expect(words.filter((text) => text === `Invoice ${INVOICE.id}`)).toHaveLength(pages);
    expect(words).toContain(`Page ${pages} of ${pages}`);
    for (const { id } of orders) expect(words.filter((text) => text === id)).toHaveLength(1);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('the PDF of the same invoice is identical each time, byte for byte', async () => {
    expect(await invoicePdf(INVOICE)).toEqual(await invoicePdf(INVOICE));
  });
});
