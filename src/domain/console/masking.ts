// Masks the sensitive values of a response to the console. A field is masked if its schema is marked as sensitive. In
// data without a schema, the name of a field decides.
import type { TSchema } from 'typebox';
import { maskToken } from '#base/mask.ts';
import { SENSITIVE, type Sensitivity } from '#base/schema.ts';

/** The kinds of sensitive values that a user may see in a response. */
export type Shown = {
  /** Whether the user sees numbers, tokens and secrets. */
  readonly values: boolean;
  /** Whether the user sees signed URLs of files. */
  readonly files: boolean;
  /** Whether the user sees the URLs of applicants' own pages. Anybody who has such a URL can act as the applicant. */
  readonly pages: boolean;
};

/** Returns the value with its sensitive parts masked. Objects and lists are changed in place. */
export type Mask = (value: unknown, shown: Shown) => unknown;

type Node = { readonly [key: string | symbol]: unknown };

const masks = new WeakMap<object, Mask | undefined>();

/** Returns the mask for a response with this schema. Returns undefined if no part of the response is sensitive. */
export function maskOf(schema: TSchema): Mask | undefined {
  if (!masks.has(schema)) masks.set(schema, compile(schema as Node));
  return masks.get(schema);
}

function compile(node: Node): Mask | undefined {
  const mark = node[SENSITIVE] as Sensitivity | undefined;
  if (mark !== undefined) return (value, shown) => (isShown(mark, shown) ? value : maskValue(mark, value));
  const parts = [...choicesOf(node).map(compile), fieldsMask(node), itemsMask(node)].filter(
    (part) => part !== undefined,
  );
  if (isFree(node)) return maskByName;
  const [only, ...more] = parts;
  if (only === undefined || more.length === 0) return only;
  return (value, shown) => parts.reduce<unknown>((masked, part) => part(masked, shown), value);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const choicesOf = ({ anyOf, oneOf, allOf }: Node): Node[] =>
  [anyOf, oneOf, allOf].flatMap((choices) => (Array.isArray(choices) ? choices.filter(isNode) : []));

function fieldsMask({ properties, patternProperties, additionalProperties }: Node): Mask | undefined {
  const fields = Object.entries(isNode(properties) ? properties : {}).flatMap(([name, schema]) => {
    const mask = isNode(schema) ? compile(schema) : undefined;
    return mask === undefined ? [] : [{ name, mask }];
  });
  const others = [...Object.values(isNode(patternProperties) ? patternProperties : {}), additionalProperties].find(
    isNode,
  );
  const otherMask = others === undefined ? undefined : compile(others);
  if (fields.length === 0 && otherMask === undefined) return undefined;
  const known = new Set(Object.keys(isNode(properties) ? properties : {}));
  return (value, shown) => {
    if (!isRecord(value)) return value;
    for (const { name, mask } of fields) if (name in value) value[name] = mask(value[name], shown);
    if (otherMask !== undefined) {
      for (const name of Object.keys(value)) {
        if (!known.has(name)) value[name] = otherMask(byName(name, value[name], shown), shown);
      }
    }
    return value;
  };
}

function itemsMask({ items }: Node): Mask | undefined {
  const mask = isNode(items) ? compile(items) : undefined;
  if (mask === undefined) return undefined;
  return (value, shown) => (Array.isArray(value) ? value.map((item: unknown) => mask(item, shown)) : value);
}

/** True if the schema does not restrict the value, or allows fields that the schema does not name. */
function isFree(node: Node): boolean {
  if (node['additionalProperties'] === true) return true;
  return !['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in node);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The names of sensitive fields in data without a schema. Such data are the payloads of events and the fields read from
 * documents.
 */
const SENSITIVE_NAMES: readonly (readonly [pattern: RegExp, mark: Sensitivity])[] = [
  [/(?:^|_)ssn(?:$|_)|social_security_number|(?:^|_)tin$|account_number|license_number|(?:^|_)iban(?:$|_)/, 'number'],
  [/routing|secret|password|mfa_code/, 'secret'],
  [/(?:^|_)token$/, 'token'],
];

function byName(name: string, value: unknown, shown: Shown): unknown {
  const mark = SENSITIVE_NAMES.find(([pattern]) => pattern.test(name))?.[1];
  return mark === undefined || isShown(mark, shown) ? value : maskValue(mark, value);
}

function maskByName(value: unknown, shown: Shown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => maskByName(item, shown));
  if (!isRecord(value)) return value;
  for (const [name, part] of Object.entries(value)) value[name] = maskByName(byName(name, part, shown), shown);
  return value;
}

const isShown = (mark: Sensitivity, shown: Shown): boolean =>
  mark === 'file' ? shown.files : mark === 'page' ? shown.pages : shown.values;

const LAST = 4;
const MASKED = '*';

/** Masks one value. URLs become null, so that no page shows a link that does not work. */
function maskValue(mark: Sensitivity, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (mark === 'file' || mark === 'page') return null;
  const text = String(value);
  // The API itself has already masked this value for all users.
  if (text.startsWith(MASKED)) return text;
  if (mark === 'secret') return MASKED.repeat(8);
  if (mark === 'token') return maskToken(text.length > LAST ? text : '');
  return `${MASKED.repeat(5)}${text.length > 2 * LAST - 1 ? text.slice(-LAST) : ''}`;
}
