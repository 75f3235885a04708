// The building blocks of schemas. A schema defines the TypeScript type, the request validation, the allow-list of the
// response and the API page. So each building block is defined only once, here.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/**
 * The key under which `shape` stores an object's description. The key is not `description`, because a field with this
 * object as its type may have its own `description`.
 */
export const SHAPE = 'x-shape';

/**
 * Creates an object schema with a name. The object becomes a component of the OpenAPI document. The name must be unique
 * and must never change, because clients that are generated from the document use it as the name of a type.
 * `description` describes the object.
 */
export const shape = <Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
): TObject<Properties> => Type.Object(properties, { title: name, [SHAPE]: description });

/**
 * The key under which `sensitive` stores its mark. The key is a symbol, so that the mark does not appear in the OpenAPI
 * document.
 */
export const SENSITIVE = Symbol('sensitive');

/**
 * The kind of a marked value. `number`: a number that identifies a person or an account; its last four characters may
 * be shown. `secret`: nothing may be shown. `token`: a token; its last four characters may be shown. `file`: the signed
 * address of a file. `page`: the address of an applicant's own page.
 */
export type Sensitivity = 'number' | 'secret' | 'token' | 'file' | 'page';

/** Marks a field of a response whose value the console masks. The API itself shows the value. */
export const sensitive = <Schema extends TSchema>(sensitivity: Sensitivity, schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, [SENSITIVE]: sensitivity });

/** The schema of an id: 32 lower-case hex characters. */
export const Id = Type.String({ pattern: '^[0-9a-f]{32}$', examples: ['24d7a5c0f61b4f0c9a3ce1b2d4f60718'] });

/** The schema of a timestamp in the form `YYYY-MM-DDTHH:MM:SSZ`. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-01T12:00:00Z'] });

export const choice = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });

/** An optional choice. An absent value, `null` and `""` all mean "not given". */
export const optionalChoice = <const Values extends readonly string[]>(values: Values) =>
  Type.Optional(Type.Unsafe<Values[number] | '' | null>({ type: ['string', 'null'], enum: [...values, '', null] }));

/** A schema that also allows `null`. In a response, `null` means that the value is missing. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [typeOf(schema), 'null'] });

type TextOptions = { description?: string; format?: string; examples?: string[] };

/** A required string that must not be empty. */
export const requiredText = (maxLength: number, options: TextOptions = {}) =>
  Type.String({ minLength: 1, maxLength, format: 'text', ...options });

/** The name of an uploaded file. */
export const fileName = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    format: 'text',
    pattern: '^[^/\\\\]*$',
    description: 'Without path separators.',
    examples: [example],
  });

/**
 * An optional string. An absent value, `null` and `""` all mean "not given". On PATCH, `null` and `""` clear the value,
 * and an absent field keeps its value.
 */
export const optionalText = (maxLength: number, options: TextOptions = {}) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, format: 'text', ...options }));

/** An optional name to look up. Its length needs no limit, because a name that is too long matches no existing name. */
export const optionalName = () =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'text' }));

/** An optional decimal: a JSON number or a string. An absent value and `null` both mean "not given". */
export const optionalDecimal = () =>
  Type.Optional(Type.Unsafe<string | number | null>({ type: ['number', 'string', 'null'], 'x-decimal': true }));

/**
 * An optional decimal that is used only if the field `field` of the same object has one of the given values. Otherwise
 * the decimal is ignored, whatever its value is.
 */
export const optionalDecimalWith = (field: string, values: readonly string[]) =>
  Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['number', 'string', 'null'],
      'x-decimal': true,
      'x-only-with': { field, values },
    }),
  );

/** A decimal that clients may send as a JSON number or as a string. */
export const decimal = () => Type.Unsafe<string | number>({ type: ['number', 'string'], 'x-decimal': true });

/**
 * The schemas of optional values. An absent value and `null` both mean "not given". The exception is a list, which may
 * be absent but must not be `null`.
 */
export const optionalBoolean = () => Type.Optional(nullable(Type.Boolean()));
export const optionalDate = () => Type.Optional(nullable(Type.String({ format: 'date' })));
export const optionalMoment = () =>
  Type.Optional(nullable(Type.String({ format: 'timestamp', description: 'A date or a timestamp.' })));
export const optionalObject = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));
export const optionalList = <Schema extends TSchema>(items: Schema, maxItems: number) =>
  Type.Optional(Type.Array(items, { maxItems }));

/** An optional string that matches a pattern. It may also be absent, `null` or `""`. */
export const optionalForm = (pattern: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: `^(${pattern})?$` }));

/** The object that an endpoint returns as one page of a list with numbered pages. */
export const pageOf = <Schema extends TSchema>(results: Schema) =>
  shape(`${nameOf(results)}Page`, 'One page of a list.', {
    count: Type.Integer(),
    next: nullable(Type.String({ format: 'uri' })),
    previous: nullable(Type.String({ format: 'uri' })),
    results: Type.Array(results),
  });

/** The schema of one rejected field. Its type is `InvalidParam`. */
export const FieldFault = shape('FieldFault', 'A field that was rejected, and why.', {
  field: Type.String(),
  message: Type.String(),
});

/** Types of query parameters. Query values arrive as strings. */
export const QueryText = Type.Optional(Type.String({ format: 'text' }));
export const QueryTimestamp = Type.Optional(Type.String({ format: 'timestamp', examples: ['2026-03-01T12:00:00Z'] }));
export const QueryBoolean = Type.Optional(Type.Unsafe<'true' | 'false'>({ type: 'string', format: 'boolean' }));

/** Paging parameters are lenient: any value passes here, and domain/platform/pages.ts interprets it. */
export const PAGING = {
  page: Type.Optional(Type.String({ description: 'Page number, starting at 1.', examples: ['1'] })),
  page_size: Type.Optional(
    Type.String({ description: 'The number of elements per page (at most 100, default 25).', examples: ['25'] }),
  ),
};

function nameOf(schema: TSchema): string {
  if ('title' in schema && typeof schema.title === 'string') return schema.title;
  throw new Error('only a named schema can be listed in pages');
}

function typeOf(schema: TSchema): string {
  if ('type' in schema && typeof schema.type === 'string') return schema.type;
  throw new Error('only a schema with one plain type can be made nullable');
}
