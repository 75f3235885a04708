// A number of the report together with the rule it was made by and what went into it.

export type Figure<Value> = {
  value: Value;
  rule: string;
  /** Transaction ids, constants and other figures, enough to compute the value again. */
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
