// Tests of the response schemas: each accepts a complete sample response and rejects it after any single change.
import { describe, expect, test } from 'vitest';
import { faultsOf } from './checks.ts';
import type { Sample } from './sample.ts';
import { ACCOUNT_SAMPLES } from './sample-accounts.ts';
import { ADMINISTRATION_SAMPLES } from './sample-administration.ts';
import { DOCUMENT_SAMPLES } from './sample-documents.ts';
import { INSURANCE_SAMPLES } from './sample-insurance.ts';
import { LINK_SAMPLES } from './sample-links.ts';
import { ORDER_SAMPLES } from './sample-orders.ts';
import { PAYROLL_SAMPLES } from './sample-payroll.ts';
import { SCORING_SAMPLES } from './sample-scoring.ts';
import { TEMPLATE_SAMPLES } from './sample-templates.ts';
import { WEBHOOK_SAMPLES } from './sample-webhooks.ts';
import { date, fileUrl, id, maskedToken, money, timestamp, unsignedMoney } from './words.ts';

const SAMPLES = Object.entries({
  ...LINK_SAMPLES,
  ...ORDER_SAMPLES,
  ...PAYROLL_SAMPLES,
  ...ADMINISTRATION_SAMPLES,
  ...ACCOUNT_SAMPLES,
  ...INSURANCE_SAMPLES,
  ...DOCUMENT_SAMPLES,
  ...SCORING_SAMPLES,
  ...TEMPLATE_SAMPLES,
  ...WEBHOOK_SAMPLES,
});

type Place = readonly (string | number)[];

/**
 * Changes each field in turn, and returns the fields whose change the schema does not detect. The fields are written as
 * dotted paths without array positions.
 */
function unnoticed({ shape, value }: Sample, change: (parent: Record<string, unknown>, key: string) => void): string[] {
  const missed = placesOf(value).filter((place) => {
    const copy: unknown = structuredClone(value);
    const key = place.at(-1);
    const parent = place.slice(0, -1).reduce(child, copy);
    if (!isRecord(parent) || typeof key !== 'string') throw new Error(`no field at ${place.join('.')}`);
    change(parent, key);
    return faultsOf(shape, copy).length === 0;
  });
  return [...new Set(missed.map((place) => place.filter((step) => typeof step === 'string').join('.')))];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const child = (value: unknown, step: string | number): unknown => (isRecord(value) ? value[step] : undefined);

/** Returns the paths of all named fields of the value, at any depth. */
function placesOf(value: unknown, above: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, position) => placesOf(item, [...above, position]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => [[...above, key], ...placesOf(field, [...above, key])]);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

describe.each(SAMPLES)('the response schema of %s', (_name, sample) => {
  test('the schema accepts the sample', () => expect(faultsOf(sample.shape, sample.value)).toEqual([]));

  test('the schema rejects the sample if any one of its keys is missing', () => {
    const missed = unnoticed(sample, (parent, key) => delete parent[key]);
    expect(missed).toEqual([]);
  });

  test('the schema rejects the sample if a key is added at any depth', () => {
    const missed = unnoticed(sample, (parent) => Object.assign(parent, { unheard_of: null }));
    expect(missed).toEqual([]);
  });

  test('the schema rejects the sample if a field has another type', () => {
    const missed = unnoticed(sample, (parent, key) => {
      parent[key] = typeof parent[key] === 'string' || parent[key] === null ? 17 : 'seventeen';
    });
    expect(missed).toEqual([]);
  });

  test('the schema accepts null in exactly the fields that may be null', () => {
    const missed = unnoticed(sample, (parent, key) => {
      parent[key] = null;
    });
    expect(missed.toSorted()).toEqual(wordsOf(sample.nullable).toSorted());
  });
});

describe('building blocks of the schemas', () => {
  test.each([
    [
      'money',
      money,
      ['0.00', '-0.01', '9999999999.99'],
      ['1', '1.5', '1.500', '10000000000.00', '+1.00', '.50', '1,000.00'],
    ],
    ['money without a sign', unsignedMoney, ['0.00', '12.50'], ['-12.50']],
    [
      'timestamp',
      timestamp,
      ['2026-03-01T12:00:00Z', '2024-02-29T23:59:59Z'],
      [
        '2026-03-01T12:00:00.000Z',
        '2026-03-01T12:00:00+00:00',
        '2026-03-01',
        '2025-02-29T00:00:00Z',
        '2026-03-01T24:00:00Z',
      ],
    ],
    [
      'date',
      date,
      ['2024-02-29', '2026-12-31'],
      ['2026-02-30', '2026-13-01', '2026-3-1', '2026-03-01T00:00:00Z', '03/01/2026'],
    ],
    [
      'id',
      id,
      ['0123456789abcdef0123456789abcdef'],
      ['0123456789ABCDEF0123456789ABCDEF', '0123456789abcdef0123456789abcde', '01234567-89ab-cdef-0123-456789abcdef'],
    ],
    ['masked token', maskedToken, [`${'*'.repeat(28)}9e77`], ['*9e77', '0123456789abcdef0123456789abcdef']],
    [
      'file URL',
      fileUrl,
      [`http://127.0.0.1:8080/files/1/a.pdf?expires=1&signature=${'a'.repeat(64)}`],
      ['http://127.0.0.1:8080/files/1/a.pdf', `/files/1/a.pdf?expires=1&signature=${'a'.repeat(64)}`],
    ],
  ])('the schema of %s accepts valid values and rejects invalid values', (_name, shape, right, wrong) => {
    expect(right.filter((value) => faultsOf(shape, value).length > 0)).toEqual([]);
    expect(wrong.filter((value) => faultsOf(shape, value).length === 0)).toEqual([]);
  });

  test('the optional key deleted_at of a link accepts only null', () => {
    const { shape = {}, value = {} } = LINK_SAMPLES['Link (6)'] ?? {};
    expect(faultsOf(shape, Object.assign({}, value, { deleted_at: null }))).toEqual([]);
    expect(faultsOf(shape, Object.assign({}, value, { deleted_at: '2026-03-01T12:00:00Z' }))).toHaveLength(1);
  });

  test('each reported difference names the path or the key of the field', () => {
    const sample = LINK_SAMPLES['exchange (4.3)'];
    const faults = faultsOf(sample?.shape ?? {}, { access_token: 'abc', extra: 1 });
    expect(faults).toHaveLength(3);
    expect(faults.join('\n')).toMatch(/link_id[\s\S]*has the key extra[\s\S]*\/access_token must match pattern/);
  });
});
