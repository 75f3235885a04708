import { expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { documentOf } from '#test/read-documents.ts';
import { describeDocuments } from './document-text.ts';

test('if an amount was corrected after OCR, describeDocuments shows what OCR read and which checks gave the correct amount', () => {
  const document = documentOf('PAYSTUB', { net_pay: 160_000n }, { taxes: [{ current: 2_900n }] });
  const [tax] = document.tables['taxes'] ?? [];
  if (tax?.['current'] === undefined) throw new Error('the row is missing');
  const checks = [{ name: 'taxes_add_up', inputs: ['taxes[0].current', 'total_taxes'] }];
  tax['current'] = { ...tax['current'], repair: { read: 8_900n, checks } };
  const text = describeDocuments([
    inDecimals({ ...document, derived_figures: {}, fraud_signals: [], is_suspicious: false }),
  ]);
  expect(text.split('\n')).toContain(
    '  repaired: taxes[0].current is 29.00, OCR read 89.00; it follows from taxes_add_up (taxes[0].current, total_taxes)',
  );
  expect(text).not.toContain('repaired: net_pay');
});
