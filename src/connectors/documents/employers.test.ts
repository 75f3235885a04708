import { describe, expect, test } from 'vitest';
import { stub, uploaded, without } from '#test/uploaded-documents.ts';
import { employersOf } from './employers.ts';

const named = (number: number, employer_name: string) => without(stub(number, { employer_name }), 'employer_ein');
const numbered = (number: number, employer_ein: string, employer_name = 'Larkspur Analytics') =>
  stub(number, { employer_ein, employer_name });
/** Returns the upload numbers of each employer's documents. */
const groups = (documents: Parameters<typeof employersOf>[0]) =>
  employersOf(documents).map((employer) => employer.documents.map(({ filename }) => Number(/\d+/.exec(filename)?.[0])));

describe('employersOf', () => {
  test('treats equal EINs as one employer, with or without the dash, even if the names differ', () => {
    expect(groups([numbered(1, '99-9000001'), numbered(2, '999000001', 'LARKSPUR')])).toEqual([[1, 2]]);
  });

  test('treats different EINs as different employers, even if the names are equal', () => {
    expect(groups([numbered(1, '99-9000001'), numbered(2, '99-9000002')])).toEqual([[1], [2]]);
  });

  test('compares documents without an EIN by employer name, and ignores case, punctuation and company forms', () => {
    expect(groups([named(1, 'Larkspur Analytics, LLC'), named(2, 'LARKSPUR ANALYTICS INC.')])).toEqual([[1, 2]]);
    expect(groups([named(1, 'Larkspur Analytics'), named(2, 'Larkspur Labs')])).toEqual([[1], [2]]);
  });

  test('adds a document without an EIN to the employer with the same name', () => {
    expect(groups([named(1, 'Larkspur Analytics'), numbered(2, '99-9000001')])).toEqual([[1, 2]]);
  });

  test('ignores a masked EIN', () => {
    expect(groups([numbered(1, 'XX-XXX0001'), numbered(2, 'XX-XXX0002')])).toEqual([[1, 2]]);
  });

  test('puts all documents with neither a name nor an EIN into one separate group', () => {
    const unknown = without(stub(3), 'employer_name', 'employer_ein');
    const nameless = without(numbered(1, '99-9000001'), 'employer_name');
    expect(groups([nameless, unknown, { ...unknown, filename: 'upload-4.pdf' }])).toEqual([[1], [3, 4]]);
  });
});

describe('the key of an employer', () => {
  test('an employer’s key stays the same when later documents add an EIN or another spelling of the name', () => {
    const [before] = employersOf([named(1, 'Larkspur Analytics')]);
    const [after] = employersOf([named(1, 'Larkspur Analytics'), numbered(2, '99-9000001', 'Larkspur Analytics LLC')]);
    expect(after?.key).toBe(before?.key);
    expect(after?.ein).toBe('999000001');
  });

  test('two employers with the same name have different keys', () => {
    const keys = employersOf([numbered(1, '99-9000001'), numbered(2, '99-9000002')]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test('an employer’s key is empty if no document names the employer', () => {
    expect(employersOf([uploaded(1, 'PAYSTUB')]).map(({ key }) => key)).toEqual(['']);
  });
});
