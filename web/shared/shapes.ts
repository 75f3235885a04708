// Small runtime checks on untrusted values: a value either matches its schema exactly, or is ignored.

export type Shape<T> = (value: unknown) => value is T;
export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

/** The maximum string length. Every string we send is shorter, and a string of this length is still harmless. */
const TEXT_LENGTH_MAX = 4096;

export const text: Shape<string> = (value): value is string =>
  typeof value === 'string' && value.length <= TEXT_LENGTH_MAX;

export const isGiven = <T>(value: T): value is NonNullable<T> => value !== null && value !== undefined;

export const nothing: Shape<undefined> = (value): value is undefined => value === undefined;

export const nullOr =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);

export const oneOf =
  <const Values extends readonly string[]>(values: Values): Shape<Values[number]> =>
  (value): value is Values[number] =>
    values.some((one) => one === value);

export const listOf =
  <T>(shape: Shape<T>, items_max: number): Shape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length <= items_max && value.every(shape);

/** A check that accepts any value, for a value that other code checks. */
export const anything = (_value: unknown): _value is unknown => true;

/**
 * Returns a check that accepts an object if it has no other keys than `shapes`, and if the value of each key in
 * `shapes` matches the schema of this key. The value of a missing key is checked as `undefined`.
 */
export const object =
  <Shapes extends Record<string, Shape<unknown>>>(
    shapes: Shapes,
  ): Shape<{ [Key in keyof Shapes]: ShapeOf<Shapes[Key]> }> =>
  (value): value is { [Key in keyof Shapes]: ShapeOf<Shapes[Key]> } =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => Object.hasOwn(shapes, key)) &&
    Object.entries(shapes).every(([key, shape]) =>
      shape(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    );
