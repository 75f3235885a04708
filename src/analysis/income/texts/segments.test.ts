import { describe, expect, test } from 'vitest';
import { segmentsOf } from './segments.ts';

describe('the payment fields in a description', () => {
  test('payment fields are recognized by the labels that banks print, such as DES:', () => {
    expect(segmentsOf('Acme Corp DES:PAYROLL ID:4471 INDN:DOE,JANE CO ID:9100004821 PPD')).toEqual({
      head: 'ACME CORP',
      entry: 'PAYROLL',
      sec: 'PPD',
      company_id: '9100004821',
      person: 'DOE,JANE',
    });
  });

  test('payment fields are found if only some of them have a label such as DES:', () => {
    expect(segmentsOf('ACME CORP DES:PAYROLL')).toEqual({
      head: 'ACME CORP',
      entry: 'PAYROLL',
      sec: null,
      company_id: null,
      person: null,
    });
  });

  test('payment fields are found even if their labels are long, such as ORIG CO NAME', () => {
    const text =
      'ORIG CO NAME:ACME CORP ORIG ID:9100004821 DESC DATE:2601 CO ENTRY DESCR:PAYROLL SEC:PPD TRACE#:02100001 IND NAME:DOE JANE';
    expect(segmentsOf(text)).toEqual({
      head: 'ACME CORP',
      entry: 'PAYROLL',
      sec: 'PPD',
      company_id: '9100004821',
      person: 'DOE JANE',
    });
  });

  test.each([
    ['ACME CORP TYPE: PAYROLL ID: 9100004821 CO: ACME CORP', null],
    ['ACME CORP TYPE: PAYROLL ID: 9100004821 CO: ACME CORP ENTRY CLASS CODE: PPD', 'PPD'],
  ])('the payment fields in a description are found if the word TYPE marks the entry: %s', (text, sec) => {
    const fields = { head: 'ACME CORP', entry: 'PAYROLL', company_id: '9100004821', person: null };
    expect(segmentsOf(text)).toEqual({ ...fields, sec });
  });

  test.each([
    ['ACME CORP PAYROLL PPD ID: 9100004821', 'ACME CORP PAYROLL ', null, '9100004821'],
    ['ACME             PAYROLL    PPD ID: 9100004821', 'ACME', 'PAYROLL', '9100004821'],
    ['ACME PAYROLL PPD ID: 1234567', 'ACME PAYROLL ', null, null],
    // A name of sixteen characters fills the field for the name, so only one space follows the name. A text of
    // seventeen characters does not fit into this field, so it is not read as a name.
    ['QUILL PRESS WEST PAYROLL    0417     PPD ID: 9100004821', 'QUILL PRESS WEST', 'PAYROLL    0417', '9100004821'],
    ['QUILL PRESS NORTH PAYROLL    0417    PPD ID: 9100004821', 'QUILL PRESS NORTH PAYROLL', '0417', '9100004821'],
  ])(
    'a company id of at least eight characters is read after the label PPD ID; the payer’s name ends at several spaces, or at one space after sixteen characters: %s',
    (text, head, entry, company_id) => {
      expect(segmentsOf(text)).toMatchObject({ head, entry, company_id, sec: 'PPD' });
    },
  );

  test.each([
    ['ACME CORP PAYROLL 260102 00417 DOE JANE', 'ACME CORP PAYROLL'],
    ['ACME CORP PAYROLL 261302 00417 DOE JANE', 'ACME CORP PAYROLL 261302 00417 DOE JANE'],
    ['ACME CORP PAYROLL 260132 00417 DOE JANE', 'ACME CORP PAYROLL 260132 00417 DOE JANE'],
    ['WIRE TYPE:WIRE IN 260102 ORIG:ACME', 'WIRE TYPE:WIRE IN 260102 ORIG:ACME'],
  ])(
    'the payment fields in a description end at a date, if the date is valid and the payment is not a wire: %s',
    (text, head) => expect(segmentsOf(text).head).toBe(head),
  );

  test.each([
    ['PAYROLL; ACME CORP', 'ACME CORP', 'PAYROLL'],
    ['DIRECT DEP; ACME CORP', 'ACME CORP', 'DIRECT DEP'],
    ['A DIRECT DEP; ACME CORP', 'A DIRECT DEP; ACME CORP', null],
  ])(
    'the payment fields in a description start with the entry field if it has at most ten characters and a semicolon follows it: %s',
    (text, head, entry) => {
      expect(segmentsOf(text)).toMatchObject({ head, entry });
    },
  );

  test.each([
    ['ACH CORP CREDIT PAYROLL ACME CORP CUSTOMER ID 118204', 'ACH CORP CREDIT PAYROLL ACME CORP', null],
    ['PAYROLL ACME CORP JANE DOE CUSTOMER ID 118204', 'PAYROLL ACME CORP', 'JANE DOE'],
    ['PAYROLL ACME CUSTOMER ID 118204', 'PAYROLL ACME', null],
  ])('the payment fields do not include a customer id at the end of the description: %s', (text, head, person) => {
    expect(segmentsOf(text)).toMatchObject({ head, person });
  });

  test.each([
    ['9100004821', '9100004821'],
    ['XXXXX48210', 'XXXXX48210'],
    ['XXXXXX4821', null],
    ['XXXXXXXXXX', null],
    ['##########', null],
    ['0000000000', null],
    ['0000004821', null],
    ['7777777777', null],
    ['REDACTED', null],
  ])(
    'a company id is read only if, without masks and padding zeros, it has at least five characters, one of which is a digit and not all of which are equal: %s',
    (id, company_id) => {
      expect(segmentsOf(`ACME DES:PAYROLL ID:1 INDN:DOE,JANE CO ID:${id} PPD`)).toMatchObject({ company_id });
    },
  );
});
