// Checks a value against a schema and returns the error messages of the contract. All invalid fields are reported
// together, by their dotted names, in the order of the schema.
import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import { isDate } from '#base/calendar.ts';
import { type DecimalFault, decimalFault } from '#base/decimals.ts';
import type { InvalidParam } from '#base/errors.ts';
import { isEmail, isStorable, isUrl } from '#base/text.ts';
import { parseTimestamp } from '#base/timestamps.ts';
import { toE164, toSsn } from './people.ts';

export type Check = (value: unknown) => InvalidParam[];

/** Accepts an empty string in addition to the valid values of a format. An empty optional string means "not given". */
const orEmpty = (holds: (text: string) => boolean) => (text: string) =>
  text === '' || (isStorable(text) && holds(text));

const FORMATS: Record<string, { holds: (text: string) => boolean; message: string }> = {
  text: { holds: isStorable, message: 'Not a valid string.' },
  email: { holds: orEmpty(isEmail), message: 'Enter a valid email address.' },
  phone: { holds: orEmpty((text) => toE164(text) !== undefined), message: 'Enter a valid phone number.' },
  ssn: { holds: orEmpty((text) => toSsn(text) !== undefined), message: 'Enter 9 digits or the last 4 digits.' },
  url: { holds: orEmpty(isUrl), message: 'Enter a valid URL.' },
  date: { holds: isDate, message: 'Date has wrong format. Use YYYY-MM-DD.' },
  timestamp: {
    holds: (text) => parseTimestamp(text) !== undefined,
    message: 'Datetime has wrong format. Use ISO 8601.',
  },
  // Line breaks within base64 are accepted, because many tools wrap base64 into lines.
  base64: { holds: (text) => /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text), message: 'Not a valid base64 string.' },
  count: { holds: (text) => /^\d{1,9}$/.test(text), message: 'A valid integer is required.' },
  boolean: { holds: (text) => text === 'true' || text === 'false', message: 'Must be a valid boolean.' },
};

const DECIMAL_FAULTS: Record<DecimalFault, string> = {
  not_a_number: 'A valid number is required.',
  too_many_digits: 'Ensure that there are no more than 10 digits before the decimal point.',
  too_many_places: 'Ensure that there are no more than 2 decimal places.',
};

const TYPES: Record<string, string> = {
  string: 'Not a valid string.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  boolean: 'Must be a valid boolean.',
  object: 'Invalid data. Expected an object.',
  array: 'Expected a list of items.',
};

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  // Rejects infinite numbers. JSON has no infinity, but `JSON.parse` reads 1e400 as Infinity.
  strictNumbers: true,
  // The schemas are our own and typed, so we neither validate nor optimise them. Both steps together took two thirds of
  // the time to compile a check.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
for (const [name, { holds }] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate: holds });
ajv.addKeyword({
  keyword: 'x-decimal',
  type: ['number', 'string'],
  validate: (_: true, data: string | number) => decimalFault(data) === undefined,
});
ajv.addKeyword({ keyword: 'x-only-with' });
for (const name of ['date-time', 'uri']) ajv.addFormat(name, true);

/** `whole` is the field name under which an error of the whole value, such as a wrong type, is reported. */
export function compileCheck(schema: TSchema, whole: string): Check {
  // The schema is compiled on first use, so that startup does not wait for the checks of every route.
  let compiled: ReturnType<typeof ajv.compile> | undefined;
  const root: Schema = schema;
  return (value) => {
    const validate = (compiled ??= ajv.compile(schema));
    if (validate(value)) return [];
    const byField = new Map<string, { message: string; order: number[] }>();
    for (const error of validate.errors ?? []) {
      const path = pathOf(error);
      if (isIgnored(value, path, error)) continue;
      const field = path.length === 0 ? whole : path.join('.');
      // For each field, only the first error is reported. A wrong type comes before a wrong length.
      if (!byField.has(field)) byField.set(field, { message: messageOf(error), order: orderOf(root, path) });
    }
    return [...byField]
      .map(([field, { message, order }]) => ({ field, message, order }))
      .toSorted((a, b) => compareOrder(a.order, b.order))
      .map(({ field, message }) => ({ field, message }));
  };
}

function messageOf(error: ErrorObject): string {
  const limit = 'limit' in error.params ? String(error.params['limit']) : '';
  switch (error.keyword) {
    case 'required':
      return 'This field is required.';
    case 'type':
      return error.data === null
        ? 'This field may not be null.'
        : (TYPES[typeName(error.schema)] ?? 'Not a valid value.');
    case 'minLength':
      return error.data === '' ? 'This field may not be blank.' : `Ensure this field has at least ${limit} characters.`;
    case 'maxLength':
      return `Ensure this field has no more than ${limit} characters.`;
    case 'minItems':
      return 'This list may not be empty.';
    case 'maxItems':
      return `Ensure this list has no more than ${limit} items.`;
    case 'minimum':
      return `Ensure this value is greater than or equal to ${limit}.`;
    case 'maximum':
      return `Ensure this value is less than or equal to ${limit}.`;
    case 'enum':
      return error.data === '' ? 'This field may not be blank.' : `"${String(error.data)}" is not a valid choice.`;
    case 'x-decimal':
      return DECIMAL_FAULTS[
        decimalFault(typeof error.data === 'number' ? error.data : String(error.data)) ?? 'not_a_number'
      ];
    case 'format':
      return FORMATS[String(error.schema)]?.message ?? 'Not a valid value.';
    default:
      return 'Not a valid value.';
  }
}

const typeName = (type: unknown): string => String(Array.isArray(type) ? type[0] : type);

function pathOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return error.keyword === 'required' ? [...path, String(error.params['missingProperty'])] : path;
}

/**
 * Whether the invalid value is ignored. If the schema of a field has `x-only-with`, the field is ignored unless another
 * field of the same object has one of the required values.
 */
function isIgnored(value: unknown, path: readonly string[], { parentSchema }: ErrorObject): boolean {
  const rule: { field: string; values: readonly unknown[] } | undefined = parentSchema?.['x-only-with'];
  return rule !== undefined && !rule.values.includes(valueAt(value, [...path.slice(0, -1), rule.field]));
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/**
 * The position of a path in the schema. It has one number per name in the path. The number is the index of the name
 * among the properties of its schema. For a list item, the number is the index of the item.
 */
function orderOf(root: Schema, path: string[]): number[] {
  let schema: Schema | undefined = root;
  return path.map((name) => {
    if (schema?.properties !== undefined) {
      const position = Object.keys(schema.properties).indexOf(name);
      schema = schema.properties[name];
      return position;
    }
    schema = schema?.items;
    return Number(name);
  });
}

function compareOrder(a: number[], b: number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
