import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { choice, Id, optionalChoice, optionalText, QueryBoolean, QueryTimestamp, requiredText } from '#base/schema.ts';
import { compileCheck } from './validation.ts';

/** The validation errors for `value` in a field with this schema. */
const faultsFor = (schema: object, value: unknown) => {
  const check = compileCheck(Type.Object({ field: Type.Unsafe<unknown>(schema) }), 'body');
  return check(value === undefined ? {} : { field: value }).map(({ field, message }) => `${field}: ${message}`);
};

const text = Type.String();
const decimal = { type: ['number', 'string'], 'x-decimal': true };
const format = (name: string) => Type.String({ format: name });

describe('a schema compiled by compileCheck', () => {
  test.each<[string, object, unknown, string]>([
    ['a missing field', text, undefined, 'This field is required.'],
    ['null for a text', text, null, 'This field may not be null.'],
    ['null for a list', Type.Array(text), null, 'This field may not be null.'],
    ['a blank text', requiredText(5), '', 'This field may not be blank.'],
    ['a blank choice', choice(['a']), '', 'This field may not be blank.'],
    ['a number for a text', text, 5, 'Not a valid string.'],
    ['a number for an optional text', optionalText(5), 5, 'Not a valid string.'],
    ['a text with a NUL character', requiredText(5), '\u0000', 'Not a valid string.'],
    ['a number for a choice', choice(['a']), 5, 'Not a valid string.'],
    ['a string for an integer', Type.Integer(), '5', 'A valid integer is required.'],
    ['a fraction for an integer', Type.Integer(), 1.5, 'A valid integer is required.'],
    ['infinity for an integer', Type.Integer(), Infinity, 'A valid integer is required.'],
    ['a string for a number', Type.Number(), '5', 'A valid number is required.'],
    ['a string for a boolean', Type.Boolean(), 'true', 'Must be a valid boolean.'],
    ['an invalid boolean in a query', QueryBoolean, 'yes', 'Must be a valid boolean.'],
    ['a list for an object', Type.Object({}), [], 'Invalid data. Expected an object.'],
    ['an object for a list', Type.Array(text), {}, 'Expected a list of items.'],
    ['an empty list', Type.Array(text, { minItems: 1 }), [], 'This list may not be empty.'],
    ['a text that is too long', optionalText(3), '1234', 'Ensure this field has no more than 3 characters.'],
    ['a text that is too short', Type.String({ minLength: 3 }), '12', 'Ensure this field has at least 3 characters.'],
    [
      'a list with too many items',
      Type.Array(text, { maxItems: 1 }),
      ['a', 'b'],
      'Ensure this list has no more than 1 items.',
    ],
    ['a number above the maximum', Type.Integer({ maximum: 9 }), 10, 'Ensure this value is less than or equal to 9.'],
    ['a number below the minimum', Type.Integer({ minimum: 1 }), 0, 'Ensure this value is greater than or equal to 1.'],
    ['a decimal with three places', decimal, '1.234', 'Ensure that there are no more than 2 decimal places.'],
    [
      'a decimal with eleven digits before the point',
      decimal,
      12_345_678_901,
      'Ensure that there are no more than 10 digits before the decimal point.',
    ],
    ['a decimal with a comma', decimal, '1,5', 'A valid number is required.'],
    ['a boolean for a decimal', decimal, true, 'A valid number is required.'],
    ['an unknown choice', choice(['a', 'b']), 'x', '"x" is not a valid choice.'],
    ['an unknown optional choice', optionalChoice(['a', 'b']), 'x', '"x" is not a valid choice.'],
    ['an invalid e-mail address', format('email'), 'x', 'Enter a valid email address.'],
    ['an invalid URL', format('url'), 'x', 'Enter a valid URL.'],
    ['an invalid phone number', format('phone'), 'x', 'Enter a valid phone number.'],
    ['an invalid SSN', format('ssn'), 'x', 'Enter 9 digits or the last 4 digits.'],
    ['a date that does not exist', format('date'), '2026-02-29', 'Date has wrong format. Use YYYY-MM-DD.'],
    ['an invalid timestamp', QueryTimestamp, 'x', 'Datetime has wrong format. Use ISO 8601.'],
  ])('a compiled check rejects %s with the message of the contract', (_fault, schema, value, message) => {
    expect(faultsFor(schema, value)).toEqual([`field: ${message}`]);
  });

  test.each<[string, object, unknown]>([
    ['a text of the maximum length, counted in code points', optionalText(3), '🙂🙂🙂'],
    ['null for an optional text', optionalText(3), null],
    ['an empty string for an optional text', optionalText(3), ''],
    ['null for an optional choice', optionalChoice(['a']), null],
    ['an empty string for an optional choice', optionalChoice(['a']), ''],
    ['an empty e-mail', format('email'), ''],
    ['an integer written 2.0', Type.Integer(), 2],
    ['a decimal as a number', decimal, 9_999_999_999.99],
    ['a decimal as text', decimal, '-0.50'],
    ['a date', format('date'), '2024-02-29'],
    ['a URL', format('url'), 'https://example.com/'],
    ['an id', Id, '0123456789abcdef0123456789abcdef'],
  ])('a compiled check accepts %s', (_case, schema, value) => {
    expect(faultsFor(schema, value)).toEqual([]);
  });
});

describe('names and order of validation errors', () => {
  const Employer = Type.Object({
    name: requiredText(10),
    account: Type.Optional(Type.Object({ routing_number: Type.String(), account_number: Type.String() })),
  });
  const check = compileCheck(
    Type.Object({
      zebra: requiredText(5),
      employers: Type.Optional(Type.Array(Employer, { maxItems: 3 })),
      apple: Type.Integer(),
    }),
    'body',
  );
  const fields = (value: unknown) => check(value).map(({ field }) => field);

  test('an invalid field is named by its dotted path with array positions', () => {
    const value = { zebra: 'z', employers: [{ name: 'a' }, { name: 'b', account: { routing_number: 5 } }], apple: 1 };
    expect(check(value)).toEqual([
      { field: 'employers.1.account.routing_number', message: 'Not a valid string.' },
      { field: 'employers.1.account.account_number', message: 'This field is required.' },
    ]);
  });

  test('errors are in the order of the schema, not in the order of the body or in alphabetical order', () => {
    expect(fields({ apple: 'x', employers: 'x', zebra: 5 })).toEqual(['zebra', 'employers', 'apple']);
    expect(fields({})).toEqual(['zebra', 'apple']);
    const many = { zebra: 'z', apple: 1, employers: [{ account: {} }, { name: '' }, 5] };
    expect(fields(many)).toEqual([
      'employers.0.name',
      'employers.0.account.routing_number',
      'employers.0.account.account_number',
      'employers.1.name',
      'employers.2',
    ]);
  });

  test('array positions are sorted as numbers', () => {
    const list = compileCheck(Type.Object({ list: Type.Array(Type.Integer()) }), 'body');
    const value = { list: Array.from({ length: 12 }, () => 'x') };
    expect(list(value).map(({ field }) => field)).toEqual(value.list.map((_, i) => `list.${i}`));
  });

  test('an error that concerns the whole body has the field name that was given to compileCheck', () => {
    expect(check([])).toEqual([{ field: 'body', message: 'Invalid data. Expected an object.' }]);
    expect(check(null)).toEqual([{ field: 'body', message: 'This field may not be null.' }]);
    expect(check('x')).toEqual([{ field: 'body', message: 'Invalid data. Expected an object.' }]);
  });

  test('a field with several errors is listed once, with the most basic error', () => {
    const email = compileCheck(Type.Object({ email: optionalText(5, { format: 'email' }) }), 'body');
    expect(email({ email: 'much too long' })).toEqual([
      { field: 'email', message: 'Ensure this field has no more than 5 characters.' },
    ]);
    const picked = compileCheck(Type.Object({ picked: choice(['a']) }), 'body');
    expect(picked({ picked: null })).toEqual([{ field: 'picked', message: 'This field may not be null.' }]);
  });

  test('for any input, the errors name only fields of the schema; each field is named once, and the fields are in the schema’s order', () => {
    const known = /^(body|zebra|apple|employers(\.\d+(\.(name|account(\.(routing|account)_number)?))?)?)$/;
    const values = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          zebra: fc.jsonValue(),
          apple: fc.jsonValue(),
          employers: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ name: fc.jsonValue(), account: fc.jsonValue() }, { requiredKeys: [] })),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(values, (value) => {
        const named = fields(value);
        expect(new Set(named).size).toBe(named.length);
        const tops = named.map((name) => ['zebra', 'employers', 'apple', 'body'].indexOf(name.split('.')[0] ?? ''));
        expect(tops).toEqual(tops.toSorted((a, b) => a - b));
        expect(named.every((name) => known.test(name))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
