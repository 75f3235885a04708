// A value in the report together with its rule and its inputs.

export type Figure<Value> = {
  value: Value;
  rule: string;
  /** Transaction ids, constants and other values, enough to recompute the value. */
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
