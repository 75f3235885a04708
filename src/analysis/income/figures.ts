// A value in the report together with its rule and its inputs.

export type Figure<Value> = {
  value: Value;
  rule: string;
  /** The values from which `value` can be recomputed: transaction ids, constants and other values. */
  inputs: Readonly<Record<string, unknown>>;
};

export const figure = <Value>(
  value: Value,
  rule: string,
  inputs: Readonly<Record<string, unknown>>,
): Figure<Value> => ({
  value,
  rule,
  inputs,
});
