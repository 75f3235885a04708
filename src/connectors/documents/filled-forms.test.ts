// Tests every step from a file to the data of a link, with official fillable forms that other programs filled in
// (fixtures/README.md). The expected values were checked by hand.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocuments } from '#analysis/documents/read.ts';
import { inDecimals } from '#base/money.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { readPdf } from '#reading/pdf.ts';
import { ofFile } from '#test/uploaded-documents.ts';
import { firstData, restOfData } from './link-data.ts';

const fixture = async (name: string): Promise<ReadDocument[]> =>
  readDocuments(await readPdf(readFileSync(new URL(`fixtures/${name}`, import.meta.url))));

const valuesOf = ({ fields }: ReadDocument) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

async function linkOf(read: readonly ReadDocument[]) {
  const documents: UploadedDocument[] = read.map((document, at) => ofFile(at, document));
  const asked = { product: 'income', link_id: 'a'.repeat(32), today: '2026-03-04' } as const;
  return { ...firstData(documents, asked), ...(await restOfData(documents, asked)) };
}

test('a W-2 form that was filled in with pypdf yields a W-2 with the year in the file’s title', async () => {
  const read = await fixture('w2-pypdf.pdf');
  expect(read.map(valuesOf)).toEqual([
    {
      year: '2023',
      employee_ssn: '123-45-6789',
      employer_ein: '36-1234567',
      employer_name: 'Bluefin Tile Works Inc',
      employer_address: '410 Harbor Road, Orrin, IL 60441',
      control_number: '0417',
      employee_name: 'Wilma J Sample',
      employee_address: '12 Elm St, Orrin, IL 60441',
      wages: '48250.00',
      federal_tax: '4120.00',
      social_security_wages: '50750.00',
      social_security_tax: '3146.50',
      medicare_wages: '50750.00',
      medicare_tax: '735.88',
      retirement_plan: true,
    },
  ]);
  expect(read[0]?.fields['year']).toMatchObject({ method: 'title', raw: '2023 Form W-2', confidence: 0.7 });
  const { w2s = [] } = await linkOf(read);
  expect(w2s).toMatchObject([{ year: 2023, wages: 4_825_000n, federal_tax: 412_000n, gross_pay: 5_075_000n }]);
});

test('a W-2 form that was filled in and flattened with pdf-lib yields a W-2 with the year in the file’s title', async () => {
  const read = await fixture('w2-pdf-lib-flattened.pdf');
  expect(read.map(valuesOf)).toEqual([
    {
      year: '2023',
      employee_ssn: '234-56-7890',
      employer_ein: '36-7654321',
      employer_name: 'Gravel & Sons LLC',
      employer_address: '9 Quarry Lane, Orrin, IL 60441',
      employee_name: 'Odo Placeholder',
      employee_address: '77 Oak Ave, Orrin, IL 60441',
      wages: '31200.00',
      federal_tax: '1984.00',
      social_security_wages: '31200.00',
      social_security_tax: '1934.40',
      medicare_wages: '31200.00',
      medicare_tax: '452.40',
    },
  ]);
  const { w2s = [] } = await linkOf(read);
  expect(w2s).toMatchObject([{ year: 2023, wages: 3_120_000n, federal_tax: 198_400n }]);
});

test('a 1040 form that was filled in with pdf-lib yields a tax form with the printed year', async () => {
  const read = await fixture('f1040-pdf-lib.pdf');
  expect(read.map(valuesOf)).toEqual([
    {
      year: '2024',
      first_name: 'Wilma J',
      last_name: 'Sample',
      ssn: '123456789',
      filing_status: 'single',
      line_1a: '48250.00',
      line_1z: '48250.00',
      line_2b: '120.00',
      line_9: '48370.00',
      line_11: '48370.00',
      line_12: '14600.00',
      line_14: '14600.00',
      line_15: '33770.00',
      line_16: '3820.00',
      line_24: '3820.00',
      line_25a: '4120.00',
      line_25d: '4120.00',
      line_33: '4120.00',
      line_34: '300.00',
    },
  ]);
  expect(read[0]?.fields['year']?.method).toBe('label');
});
