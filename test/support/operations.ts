// The operations of an OpenAPI document, and random requests generated from their schemas.
import * as fc from 'fast-check';

export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
};

export type Parameter = { readonly in: string; readonly name: string; readonly schema: Schema };

export type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Listed = { readonly method: Method; readonly path: string; readonly operation: Operation };
export type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const METHODS = { get: 'GET', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const satisfies Record<
  string,
  Method
>;
const isMethod = (name: string): name is keyof typeof METHODS => name in METHODS;

/** The operations of a document, with every reference replaced by its target. */
export function operationsOf(document: Document): Listed[] {
  const { paths }: Document = JSON.parse(JSON.stringify(inlined(document, document)));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      if (!isMethod(name)) throw new Error(`${name} ${path}: not a method of ours`);
      return { method: METHODS[name], path, operation };
    }),
  );
}

function inlined(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((element) => inlined(element, document));
  if (!isRecord(node)) return node;
  const { $ref, ...rest } = node;
  const whole = typeof $ref === 'string' ? inlined(targetOf($ref, document), document) : {};
  const own = Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]);
  return { ...(isRecord(whole) ? whole : {}), ...Object.fromEntries(own) };
}

/** The target of a reference such as `#/components/schemas/User`. */
function targetOf(reference: string, document: unknown): unknown {
  const [, ...names] = reference.split('/');
  const target = names.reduce((node, name) => (isRecord(node) ? node[name] : undefined), document);
  if (target === undefined) throw new Error(`${reference} refers to nothing`);
  return target;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The parameters of a path, in order. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const fillPath = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

/** Random request bodies as strings: mostly valid or nearly valid by the schema, sometimes arbitrary. */
export function bodies(schema: Schema | undefined): fc.Arbitrary<string> {
  const fitting = schema === undefined ? fc.constant({}) : objects(schema);
  return fc.oneof(
    { weight: 8, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: anyText(10) },
  );
}

/**
 * Text of any code points, including lone surrogates. `fc.string({ unit: 'binary' })` would build a table of all code
 * points, which takes two seconds.
 */
function anyText(length_max: number): fc.Arbitrary<string> {
  const points = fc.array(fc.nat(0x10_ffff), { maxLength: length_max });
  return points.map((codes) => String.fromCodePoint(...codes));
}

export function queries(operation: Operation): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const pairs = parameters.map(({ name, schema }) =>
    fc
      .option(fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: NASTY_TEXT }))
      .map((value) => ({
        name,
        value,
      })),
  );
  const known = fc.tuple(...pairs).map((all) =>
    all
      .filter(({ value }) => value !== null)
      .map(({ name, value }) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`)
      .join('&'),
  );
  const noise = fc.constantFrom('', 'fmt=pdf', 'page=0', 'page=2', 'page_size=x', '&&=&', '%', '__proto__=1', '?');
  return fc.tuple(known, noise).map((parts) => parts.filter((part) => part !== '').join('&'));
}

/** Replaces lone surrogates, which a UTF-8 query cannot contain. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const NASTY_TEXT = fc.oneof(
  fc.constantFrom('', ' ', '\u0000', '\ud800', '\u2028', '__proto__', "' or 1=1 --", '%', '../..', '🙂'.repeat(600)),
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'length'),
  anyText(600),
);

const NASTY_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  NASTY_TEXT,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, [], {}, [null], { id: null }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An object with most fields valid, some missing, some invalid, some unknown. */
function objects(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const kept = schema.required?.includes(name) === true ? 9 : 4;
    return fc
      .oneof(
        { weight: kept, arbitrary: fitting(field).map((value) => ({ value })) },
        { weight: 1, arbitrary: NASTY_VALUE.map((value) => ({ value })) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((given) => (given === undefined ? {} : { [name]: given.value }));
  });
  const unknown = fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }));
  return fc.tuple(unknown, ...fields).map((parts) => Object.assign({}, ...parts.map((part) => part ?? {})));
}

/** A value that is valid by the schema, except that an object may have invalid fields (see `objects`). */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined && schema.type === undefined) return fc.oneof(...schema.anyOf.map(fitting));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 5,
      });
    case 'object':
      return objects(schema);
    default:
      return texts(schema);
  }
}

function texts(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.examples !== undefined && schema.examples.length > 0) return fc.constantFrom(...schema.examples);
  if (schema.format === 'base64') return fc.constant('QUJD'.repeat(Math.ceil((schema.minLength ?? 0) / 4)));
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  return fc.string({
    unit: 'grapheme',
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 40),
  });
}
