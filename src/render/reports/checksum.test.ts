import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { nullable } from '#base/schema.ts';
import { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import { checksumByHand, INCOME_REPORT } from '#test/reports.ts';
import { canonicalJson, checksumOf } from './checksum.ts';

const Inner = Type.Object({ z: Type.String(), a: Type.Integer() });
const Sample = Type.Object({
  list: Type.Array(Inner),
  file: nullable(Type.String()),
  pdf_report: Type.String(),
  maybe: nullable(Inner),
  either: Type.Union([Type.Array(Inner), Type.Null()]),
});
const SAMPLE = {
  pdf_report: 'https://vouch.example/files/1/2.pdf?expires=3&signature=4',
  list: [{ z: 'ö"\n', a: 1 }],
  file: null,
  maybe: { a: 2, z: '' },
  either: [{ a: 3, z: 'x' }],
};

describe('the canonical JSON of a report', () => {
  test('canonical JSON has sorted keys, no white space, and null for signed URLs', () => {
    expect(canonicalJson(Sample, SAMPLE)).toBe(
      '{"either":[{"a":3,"z":"x"}],"file":null,"list":[{"a":1,"z":"ö\\"\\n"}],"maybe":{"a":2,"z":""},"pdf_report":null}',
    );
  });

  test('canonical JSON keeps null values and empty lists', () => {
    expect(canonicalJson(Sample, { ...SAMPLE, list: [], maybe: null, either: null })).toBe(
      '{"either":null,"file":null,"list":[],"maybe":null,"pdf_report":null}',
    );
  });

  test('canonical JSON leaves out optional fields that are absent, as an API response does', () => {
    const schema = Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Integer()) });
    expect(canonicalJson(schema, { a: 1 })).toBe('{"a":1}');
    expect(canonicalJson(schema, { a: 1, b: 2 })).toBe('{"a":1,"b":2}');
  });

  test('canonical JSON ignores fields that are not in the response schema', () => {
    const more = { ...SAMPLE, secret: 1, list: SAMPLE.list.map((one) => ({ ...one, secret: 2 })) };
    expect(canonicalJson(Sample, more)).toBe(canonicalJson(Sample, SAMPLE));
  });

  test('canonicalJson() throws if there is an object at a place where the schema defines no object', () => {
    expect(() => canonicalJson(Sample, { ...SAMPLE, list: {} })).toThrow('does not define its fields');
  });
});

describe('the checksum of a report', () => {
  test('the checksum of a report equals a checksum that is calculated by the rules printed in the report', () => {
    expect(checksumOf(PayrollReportAnswer, INCOME_REPORT)).toBe(checksumByHand(INCOME_REPORT));
  });

  test('the checksum of a report changes if an amount changes by a cent, but not if a signed URL changes', () => {
    const [employment] = INCOME_REPORT.employments;
    if (employment === undefined) throw new Error('no employment');
    const sum = checksumOf(PayrollReportAnswer, INCOME_REPORT);
    const address = 'https://vouch.example/files/other.pdf';
    expect(checksumOf(PayrollReportAnswer, { ...INCOME_REPORT, pdf_report: address })).toBe(sum);
    const other = { ...INCOME_REPORT, employments: [{ ...employment, income: '23.01' }] };
    expect(checksumOf(PayrollReportAnswer, other)).not.toBe(sum);
  });
});
