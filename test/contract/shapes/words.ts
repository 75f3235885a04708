// Building blocks of the contract's response schemas (sections 1.6 and 2), as JSON Schemas. They are independent of the
// service's own schemas, so that a mistake in the service's schemas is not repeated here.

export type Shape = { readonly [keyword: string]: unknown };
export type Fields = { readonly [name: string]: Shape };
export type ObjectShape = Shape & { readonly properties: Fields };

/** An object in which every key is required ("every key is always present") and no other key is allowed. */
export const object = (properties: Fields): ObjectShape => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Returns the given object schema with more keys, or with other schemas for some of its keys. */
export const extend = (shape: ObjectShape, more: Fields): ObjectShape => object({ ...shape.properties, ...more });

/** Returns the given object schema with additional optional keys. */
export const perhaps = (shape: ObjectShape, fields: Fields): ObjectShape => ({
  ...shape,
  properties: { ...shape.properties, ...fields },
});

export const list = (items: Shape): Shape => ({ type: 'array', items });
export const nonEmpty = (shape: Shape): Shape => ({ ...shape, minItems: 1 });
export const distinct = (shape: Shape): Shape => ({ ...shape, uniqueItems: true });
export const orNull = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });
export const choice = (...values: readonly string[]): Shape => ({ type: 'string', enum: values });
export const matching = (pattern: string): Shape => ({ type: 'string', pattern });

/** Makes one field for each of the given names. All these fields have the same schema. */
export const each = (shape: Shape, ...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, shape]));

/** A string. It is never empty, because a missing value is null. */
export const text = (length_max?: number): Shape => ({
  type: 'string',
  minLength: 1,
  ...(length_max === undefined ? {} : { maxLength: length_max }),
});

export const boolean: Shape = { type: 'boolean' };
export const integer: Shape = { type: 'integer' };
export const count: Shape = { type: 'integer', minimum: 0 };
export const year: Shape = { type: 'integer', minimum: 1900, maximum: 2200 };
export const number: Shape = { type: 'number' };

export const id = matching('^[0-9a-f]{32}$');
/**
 * The pattern comes from the contract. The `format`, which checks.ts defines, verifies that the date and time exist.
 */
export const timestamp: Shape = {
  ...matching('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$'),
  format: 'existing-moment',
};
export const date: Shape = { ...matching('^\\d{4}-\\d{2}-\\d{2}$'), format: 'existing-day' };
export const money = matching('^-?\\d{1,10}\\.\\d{2}$');
/** An amount without a sign. Another field shows whether the amount is a debit or a credit. */
export const unsignedMoney = matching('^\\d{1,10}\\.\\d{2}$');

export const url: Shape = { ...matching('^https?://[^\\s/]+(/\\S*)?$'), maxLength: 2048 };
/** A signed file URL: contract, section 1.7. The signature is an HMAC-SHA256. */
export const fileUrl: Shape = {
  ...matching('^https?://[^\\s/]+/files/[^\\s/?]+/[^\\s/?]+\\?expires=\\d+&signature=[0-9a-f]{64}$'),
  maxLength: 2048,
};
export const md5sum = matching('^[0-9a-f]{32}$');
export const currency = matching('^[A-Z]{3}$');

/** A masked SSN (SPEC: User). If only the last four digits of the SSN are known, these digits are hidden too. */
export const maskedSsn = matching('^(\\*{5}\\d{4}|\\*{4})$');
export const maskedToken = matching('^\\*{28}[0-9a-f]{4}$');
/** A masked licence number or TIN. The contract does not specify how many stars the mask has. */
export const masked = matching('^[*-]*\\*[*-]*[0-9A-Za-z]{0,4}$');

export const productType = choice(
  'income',
  'employment',
  'deposit_switch',
  'pll',
  'insurance',
  'transactions',
  'assets',
  'admin',
);
export const dataSource = choice('payroll', 'docs', 'financial_accounts', 'insurance', 'tax', 'scoring_attributes');
export const accountType = choice('checking', 'savings');
export const depositType = choice('entire', 'amount', 'percent');
export const taskStatus = choice(
  'new',
  'login',
  'mfa',
  'parse',
  'full_parse',
  'switch_deposit',
  'done',
  'login_error',
  'mfa_error',
  'config_error',
  'account_locked',
  'no_data',
  'unavailable',
  'unable_to_reset',
  'not_supported',
  'error',
);
/** Contract, section 5.6: the status of an order or suborder. */
export const orderStatus = choice('pending', 'sent', 'completed', 'no_data', 'error', 'skipped', 'canceled', 'expired');

/**
 * References to a provider and to an employer: contract, section 2.2. The id of a provider is a word. The id of an
 * employer is a `company_mapping_id`: a company's id, `self_employed`, or an unknown id that a request contained.
 */
export const providerRef = object({ id: text(64), name: text(), logo_url: orNull(url) });
export const employerRef = object({ id: orNull(text(64)), name: text(), logo_url: orNull(url) });
export const address = object({
  ...each(orNull(text()), 'street', 'city', 'state', 'zip'),
  country: orNull(matching('^[A-Z]{2}$')),
});

/** Contract, section 1.4: a page of a list. */
export const page = (item: Shape): ObjectShape =>
  object({ count, next: orNull(url), previous: orNull(url), results: list(item) });
