// Amounts in stored JSON. JSON has no bigint, so an amount is stored in a wrapper object and converted back to a bigint
// when it is read.

export type Wrapped<T> = T extends bigint
  ? { hundredths: string }
  : T extends readonly (infer Element)[]
    ? Wrapped<Element>[]
    : T extends object
      ? { [Key in keyof T]: Wrapped<T[Key]> }
      : T;

export function wrapAmounts<T>(value: T): Wrapped<T>;
export function wrapAmounts(value: unknown): unknown {
  return typeof value === 'bigint' ? { hundredths: String(value) } : eachOf(value, wrapAmounts);
}

export function unwrapAmounts<T>(value: Wrapped<T>): T;
export function unwrapAmounts(value: unknown): unknown {
  return isWrapping(value) ? BigInt(value.hundredths) : eachOf(value, unwrapAmounts);
}

const isWrapping = (value: unknown): value is { hundredths: string } =>
  typeof value === 'object' && value !== null && 'hundredths' in value && typeof value.hundredths === 'string';

function eachOf(value: unknown, change: (element: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => change(element));
  if (typeof value !== 'object' || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [key, element] of Object.entries(value)) changed[key] = change(element);
  return changed;
}
