import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Subtype } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readForm1099 } from './form-1099.ts';

function read(subtype: Subtype | null, ...texts: string[]) {
  const { fields } = readForm1099(
    subtype,
    texts.map((text, index) => printedPage(text, index + 1)),
  );
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));
}

const PARTIES = `
PAYER'S name, street address, city or town, state or province,
country, ZIP or foreign postal code, and telephone no.
State of Ohio Office of Benefits
40 Quay Street
Larkin, OH 43001
PAYER'S TIN             RECIPIENT'S TIN
12-3456789              XXX-XX-6789
RECIPIENT'S name
Marie T Oduya
Street address (including apt. no.)
9 Elm Road
City or town, state or province, country, and ZIP or foreign postal code
Larkin, OH 43002
Account number (see instructions)
4410-22`;

const PARTY_FIELDS = {
  payer_name: 'State of Ohio Office of Benefits',
  payer_tin: '12-3456789',
  recipient_name: 'Marie T Oduya',
  recipient_tin: 'XXX-XX-6789',
  account_number: '4410-22',
};

describe('readForm1099', () => {
  const cases: [subtype: Subtype, boxes: string, fields: Record<string, string>][] = [
    [
      'F1099_NEC',
      '1 Nonemployee compensation\n$ 8,200.00\n4 Federal income tax withheld\n$',
      { nonemployee_compensation: '8200.00' },
    ],
    [
      'F1099_MISC',
      '1 Rents               2 Royalties\n$ 9,600.00            $\n3 Other income        4 Federal income tax withheld\n$ 120.50              $ 24.00',
      { rents: '9600.00', other_income: '120.50', federal_tax: '24.00' },
    ],
    [
      'F1099_INT',
      '1 Interest income     3 Interest on U.S. Savings Bonds and Treasury obligations\n  310.22                12.00\n8 Tax-exempt interest\n  5.10',
      { interest_income: '310.22', savings_bond_interest: '12.00', tax_exempt_interest: '5.10' },
    ],
    [
      'F1099_DIV',
      '1a Total ordinary dividends   1b Qualified dividends   2a Total capital gain distr.\n   900.00                        811.10                   44.00',
      { ordinary_dividends: '900.00', qualified_dividends: '811.10', capital_gain: '44.00' },
    ],
    [
      'F1099_G',
      '1 Unemployment compensation   2 State or local income tax refunds, credits, or offsets\n  6,400.00\n3 Box 2 amount is for tax year  4 Federal income tax withheld\n                                  640.00',
      { unemployment_compensation: '6400.00', federal_tax: '640.00' },
    ],
    [
      'F1099_R',
      '1 Gross distribution    2a Taxable amount\n  20,000.00                18,000.00\n7 Distribution code(s)   IRA/SEP/SIMPLE\n  7D                         X',
      { gross_distribution: '20000.00', taxable_amount: '18000.00', distribution_code: '7D' },
    ],
    [
      'F1099_K',
      '1a Gross amount of payment card/third party network transactions\n   5,000.00\n5a January      5b February\n   2,000.00        3,000.00',
      { gross_amount: '5000.00', january: '2000.00', february: '3000.00' },
    ],
  ];
  test.each(cases)(
    'readForm1099 reads the boxes, the payer and the recipient of a form %s',
    (subtype, boxes, fields) => {
      expect(read(subtype, `${PARTIES}\n\nFor calendar year 2024\n\n${boxes}`)).toEqual({
        ...PARTY_FIELDS,
        year: '2024',
        ...fields,
      });
    },
  );

  test('returns no payer for an SSA-1099', () => {
    const text = `
FORM SSA-1099 - SOCIAL SECURITY BENEFIT STATEMENT  2024
Box 1. Name                       Box 2. Beneficiary's Social Security Number
MARIE T ODUYA                     ***-**-6789
Box 3. Benefits Paid in 2024      Box 4. Benefits Repaid to SSA in 2024     Box 5. Net Benefits for 2024 (Box 3 minus Box 4)
$21,600.00                        NONE                                      $21,600.00
Box 6. Voluntary Federal Income Tax Withheld
$2,160.00`;
    expect(read('SSA_1099', text)).toEqual({
      year: '2024',
      recipient_name: 'MARIE T ODUYA',
      recipient_tin: '***-**-6789',
      benefits_paid: '21600.00',
      net_benefits: '21600.00',
      federal_tax: '2160.00',
    });
  });
});

describe('readForm1099 for the tax year', () => {
  const cases: [title: string, text: string, year: string | undefined][] = [
    [
      'does not return the year of the form’s revision',
      'Form 1099-INT (Rev. January 2022)\nFor calendar year\n20 24',
      '2024',
    ],
    ['does not return the year of a refund', '3 Box 2 amount is for tax year 2022\nForm 1099-G 2023', '2023'],
    [
      'returns no year for a page that has only the year of the revision',
      'Form 1099-INT (Rev. January 2022)',
      undefined,
    ],
  ];
  test.each(cases)('readForm1099 %s', (_, text, year) => {
    expect(read('F1099_G', text)['year']).toBe(year);
  });
});

describe('readForm1099 for a consolidated statement', () => {
  const TEXT = `
2023 Tax Reporting Statement

Form 1099-DIV   Dividends and Distributions           Amount
1a. Total ordinary dividends (includes lines 1b, 5, 2e)    900.00
4. Federal income tax withheld                         216.00

Form 1099-INT   Interest Income                       Amount
1. Interest income                                     310.22
4. Federal income tax withheld                           0.00`;

  test('returns for each form the amounts of its own section', () => {
    expect(read('F1099_DIV', TEXT)).toEqual({ year: '2023', ordinary_dividends: '900.00', federal_tax: '216.00' });
    expect(read('F1099_INT', TEXT)).toEqual({ year: '2023', interest_income: '310.22', federal_tax: '0.00' });
  });
});

describe('readForm1099 for form fields', () => {
  test('reads the statement of Form 1099-R by the names of its fields', () => {
    const box = { left: 200, top: 100, right: 300, bottom: 120 };
    const form_fields = [
      { name: 'payer', value: 'Kestrel Trust\r40 Quay Street\rLarkin, OH 43001', box },
      { name: 'grossDistribution', value: '20,000', box },
      { name: 'distributionCode', value: '7', box },
      { name: 'taxableAmount', value: 'see statement', box },
    ];
    const page: Page = { ...printedPage(''), form_fields };
    const { fields } = readForm1099('F1099_R', [page]);
    expect(fields).toEqual({
      payer_name: {
        value: 'Kestrel Trust',
        raw: form_fields[0]?.value,
        page: 1,
        box,
        method: 'form_field',
        confidence: 1,
      },
      gross_distribution: { value: 2_000_000n, raw: '20,000', page: 1, box, method: 'form_field', confidence: 1 },
      distribution_code: { value: '7', raw: '7', page: 1, box, method: 'form_field', confidence: 1 },
    });
  });

  test('assigns a value in a field of an unknown form to the label above it', () => {
    const page = printedPage('1 Rents');
    const box = { left: 30, top: 34, right: 110, bottom: 46 };
    const { fields } = readForm1099('F1099_MISC', [{ ...page, form_fields: [{ name: 'f1', value: '9600.00', box }] }]);
    expect(fields['rents']).toMatchObject({ value: 960_000n, method: 'form_field' });
  });
});

describe('readForm1099 for damaged input', () => {
  test('returns no boxes for a file without pages, an unknown form and prose', () => {
    expect(readForm1099(null, [])).toEqual({ fields: {}, tables: {} });
    expect(read(null, '1 Rents\n9,600.00')).toEqual({});
    expect(
      read(
        'F1099_MISC',
        'Box 1. Rents. Report rents from real estate on Schedule E. See Pub. 527 of 2019 for 5,000 cases.',
      ),
    ).toEqual({});
  });
});
