import { expect, test } from 'vitest';
import { addressLines, amount, DASH, maskedSsn, orDash, usDate } from './figures.ts';

test('amounts have two decimals and commas as thousands separators', () => {
  const shown = [0n, 5n, 99_999n, 100_000n, -100_000n, 123_456_789n, 999_999_999_999n].map(amount);
  expect(shown).toEqual(['0.00', '0.05', '999.99', '1,000.00', '-1,000.00', '1,234,567.89', '9,999,999,999.99']);
});

test('unknown amounts, dates, strings, SSNs and addresses are shown as a dash', () => {
  expect([amount(null), amount(undefined), usDate(null), orDash(null), orDash(' '), maskedSsn(null)]).toEqual(
    Array.from({ length: 6 }, () => DASH),
  );
  expect(addressLines({ street: null, city: null, state: null, zip: null, country: null })).toEqual([DASH]);
});

test('dates are in US format; an SSN of nine digits shows only its last four digits, and a value of four digits shows no digit', () => {
  expect(usDate('2026-02-07')).toBe('02/07/2026');
  expect(maskedSsn('991919991')).toBe('***-**-9991');
  expect(maskedSsn('9991')).toBe('****');
});

test('a formatted address omits missing parts; if the country is the US, it omits the country', () => {
  const address = { street: '1 Way', city: 'Dayton', state: 'OH', zip: '45402', country: 'US' };
  expect(addressLines(address)).toEqual(['1 Way', 'Dayton, OH 45402']);
  expect(addressLines({ ...address, street: null, zip: null, country: 'CA' })).toEqual(['Dayton, OH', 'CA']);
  expect(addressLines({ ...address, city: null })).toEqual(['1 Way', 'OH 45402']);
});
