import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { nullable, pageOf, sensitive, shape } from '#base/schema.ts';
import { maskOf, type Shown } from './masking.ts';

const NOTHING: Shown = { values: false, files: false, pages: false };
const VALUES: Shown = { ...NOTHING, values: true };

const masked = (schema: Parameters<typeof maskOf>[0], value: unknown, shown = NOTHING): unknown =>
  maskOf(schema)?.(structuredClone(value), shown);

describe('maskOf', () => {
  test.each([
    ['number', '123456789', '*****6789'],
    ['number', '*****9991', '*****9991'],
    ['number', '1234', '*****'],
    ['secret', '021000021', '********'],
    ['token', '0123456789abcdef0123456789abcdef', `${'*'.repeat(28)}cdef`],
    ['file', 'https://vouch.example/files/a', null],
    ['page', 'https://vouch.example/verify/a', null],
    ['number', null, null],
  ] as const)('in a field that is marked as “%s”, the value %s is shown as %s', (mark, value, expected) => {
    expect(masked(sensitive(mark, nullable(Type.String())), value)).toBe(expected);
  });

  test('masks every field that is marked as sensitive, even inside lists, pages, unions and records; changes nothing else', () => {
    const Account = shape('Account', 'An account.', {
      name: Type.String(),
      number: Type.Optional(sensitive('number', Type.String())),
      owner: Type.Union([Type.Object({ ssn: sensitive('number', Type.String()) }), Type.Null()]),
      by_year: Type.Record(Type.String(), Type.Object({ tin: sensitive('number', Type.String()) })),
    });
    const account = {
      name: 'Checking',
      number: '123456789',
      owner: { ssn: '123456789' },
      by_year: { 2025: { tin: '123456789' } },
    };
    const page = {
      count: 2,
      next: null,
      previous: null,
      results: [account, { name: 'Savings', owner: null, by_year: {} }],
    };
    expect(masked(pageOf(Account), page)).toEqual({
      ...page,
      results: [
        { name: 'Checking', number: '*****6789', owner: { ssn: '*****6789' }, by_year: { 2025: { tin: '*****6789' } } },
        { name: 'Savings', owner: null, by_year: {} },
      ],
    });
    expect(masked(pageOf(Account), page, VALUES)).toEqual(page);
  });

  test('in data without a schema, the name of each field decides whether the field is masked, at any depth', () => {
    const Event = Type.Object({ payload: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) });
    const payload = {
      order_id: 'a1',
      lists: [{ employee_ssn: '123456789', access_token: 'abcdefgh', routing_number: 1 }],
    };
    expect(masked(Event, { payload })).toEqual({
      payload: {
        order_id: 'a1',
        lists: [{ employee_ssn: '*****6789', access_token: `${'*'.repeat(28)}efgh`, routing_number: '********' }],
      },
    });
    const Fields = Type.Object({ fields: Type.Record(Type.String(), Type.Unknown()) });
    expect(masked(Fields, { fields: { ssn: '123456789', year: 2025 } })).toEqual({
      fields: { ssn: '*****6789', year: 2025 },
    });
  });

  test('returns no mask for a schema without sensitive parts', () => {
    expect(maskOf(pageOf(shape('Plain', 'Nothing.', { name: Type.String() })))).toBeUndefined();
  });

  test('shows files and pages to users who may see them, even if other values are masked', () => {
    const Both = Type.Object({ file: sensitive('file', Type.String()), page: sensitive('page', Type.String()) });
    const both = { file: 'https://f', page: 'https://p' };
    expect(masked(Both, both, { ...NOTHING, files: true })).toEqual({ file: 'https://f', page: null });
    expect(masked(Both, both, { ...NOTHING, pages: true })).toEqual({ file: null, page: 'https://p' });
  });
});
