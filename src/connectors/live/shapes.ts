// The parts from which the schemas of provider responses are built. Every value has a limit, because it comes from
// outside.
import { type TSchema, Type } from 'typebox';
import { DECIMAL_PATTERN } from './amounts.ts';

export const text = (maxLength: number) => Type.String({ maxLength });
/** A field that a provider may omit or send as `null`. */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
export const maybeText = (maxLength: number) => maybe(text(maxLength));
export const list = <Schema extends TSchema>(schema: Schema, maxItems: number) => Type.Array(schema, { maxItems });
export const maybeList = <Schema extends TSchema>(schema: Schema, maxItems: number) => maybe(list(schema, maxItems));

/** An amount as a JSON number. */
export const number = Type.Number({ minimum: -1e13, maximum: 1e13 });
export const maybeNumber = maybe(number);
/** An amount as a decimal text. */
export const decimal = Type.String({ pattern: DECIMAL_PATTERN, maxLength: 32 });

const DATE = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';
export const date = Type.String({ pattern: DATE, maxLength: 10 });
export const maybeDate = maybe(date);

/** A time in seconds since 1970, no later than the year 3000. */
export const epoch = Type.Number({ minimum: 0, maximum: 32_503_680_000 });
