import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readInsurancePolicy } from './policy.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

function read(type: 'INSURANCE_HOME_POLICY' | 'INSURANCE_AUTO_POLICY', text: string) {
  const { fields, tables } = readInsurancePolicy(type, [printedPage(text)]);
  const rows = Object.entries(tables).map(([name, table]) => [name, table.map(valuesOf)]);
  return { fields: valuesOf(fields), tables: Object.fromEntries(rows) };
}

describe('readInsurancePolicy for a home', () => {
  const HOME = `
Northern Fire & Casualty Co.
HOMEOWNERS POLICY DECLARATIONS                       RENEWAL
POLICY NO. HO3-0012345-07
INSURED:             MARY Q TEST
                     12 ELM ST
                     ORRIN, IL 60441
AGENT:               SMITH AGENCY 555-0101
EFFECTIVE: 01/15/2026    EXPIRES: 01/15/2027
RESIDENCE PREMISES:  77 OAK AVE
                     ORRIN, IL 60442
COVERAGES                               LIMIT OF LIABILITY      ANNUAL PREMIUM
A. Dwelling                             $300,000                     $1,000.00
B. Other Structures                     $30,000                          Incl.
E. Personal Liability                   $300,000                        $25.00
   (each occurrence)
Ordinance or Law                        10%                                  -
POLICY FEE                                                              $50.00
TOTAL ANNUAL PREMIUM                                                 $1,075.00`;

  test('reads the fields beside their labels', () => {
    expect(read('INSURANCE_HOME_POLICY', HOME).fields).toEqual({
      insurer_name: 'Northern Fire & Casualty Co.',
      policy_number: 'HO3-0012345-07',
      insured_name: 'MARY Q TEST',
      effective_date: '2026-01-15',
      expiration_date: '2027-01-15',
      premium: '1075.00',
      property_address: '77 OAK AVE, ORRIN, IL 60442',
    });
  });

  test('keeps a limit as text if it is not an amount, joins wrapped lines, and leaves out fees and totals', () => {
    expect(read('INSURANCE_HOME_POLICY', HOME).tables).toEqual({
      coverages: [
        { description: 'A. Dwelling', limit: '300000.00', premium: '1000.00' },
        { description: 'B. Other Structures', limit: '30000.00', premium: 'Incl.' },
        { description: 'E. Personal Liability (each occurrence)', limit: '300000.00', premium: '25.00' },
        { description: 'Ordinance or Law', limit: '10%' },
      ],
    });
  });

  test('uses the mailing address if the premises are the same as the mailing address', () => {
    const text = HOME.replace('77 OAK AVE\n                     ORRIN, IL 60442', 'Same as mailing address');
    expect(read('INSURANCE_HOME_POLICY', text).fields['property_address']).toBe('12 ELM ST, ORRIN, IL 60441');
  });

  test('leaves out the address of the property if it has no label', () => {
    const text = HOME.replace('RESIDENCE PREMISES:', '                   ');
    expect(read('INSURANCE_HOME_POLICY', text).fields).not.toHaveProperty('property_address');
  });

  test('finds coverages by their names if there is no table header', () => {
    const text = `A. Dwelling ........ $300,000      $1,000.00\nTotal premium                       $1,000.00`;
    expect(read('INSURANCE_HOME_POLICY', text).tables).toMatchObject({
      coverages: [{ limit: '300000.00', premium: '1000.00' }],
    });
  });
});

describe('readInsurancePolicy for vehicles', () => {
  test('reads values that are printed below their labels', () => {
    const text = `
POLICY NUMBER        NAMED INSURED                EFFECTIVE DATE      EXPIRATION DATE      TOTAL PREMIUM
PA-7156777           Keiko Doe or Jo Doe          08/27/2025          02/27/2026                 $791.06`;
    expect(read('INSURANCE_AUTO_POLICY', text).fields).toEqual({
      policy_number: 'PA-7156777',
      insured_name: 'Keiko Doe or Jo Doe',
      effective_date: '2025-08-27',
      expiration_date: '2026-02-27',
      premium: '791.06',
    });
  });

  test('returns separate coverages for each vehicle that has a column of premiums', () => {
    const text = `
Coverages                      Limits                  Vehicle 1      Vehicle 2
Bodily Injury Liability        100,000/300,000           $120.10        $110.00
Collision                      Actual Cash Value                         $99.00
Total premium per vehicle                                $120.10        $209.00
Total six month premium                                                 $329.10`;
    expect(read('INSURANCE_AUTO_POLICY', text)).toMatchObject({
      fields: { premium: '329.10' },
      tables: {
        coverages: [
          { description: 'Bodily Injury Liability', limit: '100,000/300,000', premium: '120.10' },
          { description: 'Bodily Injury Liability', limit: '100,000/300,000', premium: '110.00' },
          { description: 'Collision', limit: 'Actual Cash Value', premium: '99.00' },
        ],
      },
    });
  });

  test('reads a table whose column of coverages has no header', () => {
    const text = `
                              Limits                    Deductible      Premium
Liability to others           $50,000 each accident                     $210.00
Comprehensive                 Actual Cash Value               $500       $45.00`;
    expect(read('INSURANCE_AUTO_POLICY', text).tables).toMatchObject({
      coverages: [
        { description: 'Liability to others', limit: '$50,000 each accident', premium: '210.00' },
        { description: 'Comprehensive', limit: 'Actual Cash Value', deductible: '500.00', premium: '45.00' },
      ],
    });
  });

  test.each([
    ['in columns', 'Veh   Year   Make         Model      VIN\n1     2021   LAND ROVER   DEFENDER   SALVP2BG5FH012345'],
    ['in the line above', '2021 Land Rover Defender\nVIN: SALVP2BG5FH012345   Use: Commute'],
    ['in the same line', '2021 Land Rover Defender VIN SALVP2BG5FH012345'],
  ])('readInsurancePolicy reads a vehicle that is described %s', (_, text) => {
    const vehicles: unknown = read('INSURANCE_AUTO_POLICY', text).tables.vehicles;
    expect(JSON.stringify(vehicles).toLowerCase()).toBe(
      '[{"year":"2021","make":"land rover","model":"defender","vin":"salvp2bg5fh012345"}]',
    );
  });
});

describe('readInsurancePolicy for damaged input', () => {
  const page = printedPage('');
  const word = printedPage('Coverage').words;
  test.each([
    ['no pages', []],
    ['a page without words', [page]],
    ['many words at the same position', [{ ...page, words: Array.from({ length: 50 }, () => word).flat() }]],
    ['a word with a negative size', [{ ...page, words: word.map((each) => ({ ...each, size: -1 })) }]],
  ])('readInsurancePolicy returns no fields and no rows for %s', (_, pages) => {
    const { fields, tables } = readInsurancePolicy('INSURANCE_AUTO_POLICY', pages);
    expect(fields).toEqual({});
    expect(tables).toEqual({ coverages: [], vehicles: [] });
  });
});
