// Bridge tokens. A bridge token defines what the widget may do for one person, and for how long. This file also defines
// the exchange of a public token for an access token.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import {
  choice,
  Id,
  nullable,
  optionalName,
  optionalText,
  requiredText,
  sensitive,
  shape,
  Timestamp,
} from '#base/schema.ts';
import {
  DATA_SOURCES,
  type DataSource,
  isDepositProduct,
  PRODUCT_TYPES,
  type ProductType,
  SOURCES_OF,
} from '#domain/access/products.ts';
import { depositFaults, NewDepositAccount } from './deposit-accounts.ts';

export const BRIDGE_TOKEN_SECONDS = 6 * 3_600;
export const PUBLIC_TOKEN_SECONDS = 30 * 60;
/**
 * The number of days for which tokens are stored. Used and expired tokens are stored as well, so that the service can
 * report that a token was used or has expired.
 */
export const TOKENS_KEPT_DAYS = 31;

const optionalList = <const Values extends readonly string[]>(values: Values) =>
  Type.Optional(
    Type.Unsafe<Values[number][] | null>({ type: ['array', 'null'], items: { type: 'string', enum: [...values] } }),
  );

export const NewBridgeToken = shape('NewBridgeToken', 'What the widget may do for a person.', {
  product_type: choice(PRODUCT_TYPES),
  allowed_products: optionalList(PRODUCT_TYPES),
  tracking_info: optionalText(256, { description: 'Echoed in the link, task and webhooks.' }),
  client_name: optionalText(128, { description: 'Shown in the widget; the name of your account if omitted.' }),
  company_mapping_id: optionalText(64, { description: 'Preselects the employer.' }),
  provider_id: optionalText(64, { description: 'Preselects the provider.' }),
  access_token: optionalName(),
  template_id: optionalName(),
  data_sources: optionalList(DATA_SOURCES),
  account: Type.Optional(Type.Unsafe<NewDepositAccount | null>({ ...NewDepositAccount, type: ['object', 'null'] })),
  use_case: optionalText(64),
  request_extended_history: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
  locale: optionalName(),
});
export type NewBridgeToken = Static<typeof NewBridgeToken>;

export const BridgeTokenAnswer = shape('BridgeToken', 'A token that opens the widget.', {
  bridge_token: sensitive('token', Id),
  user_id: Id,
  product_type: choice(PRODUCT_TYPES),
  allowed_products: Type.Array(choice(PRODUCT_TYPES)),
  client_name: Type.String(),
  tracking_info: nullable(Type.String()),
  company_mapping_id: nullable(Type.String()),
  provider_id: nullable(Type.String()),
  access_token: sensitive(
    'token',
    nullable(Type.String({ description: 'Masked except for the last four characters.' })),
  ),
  template_id: nullable(Id),
  data_sources: Type.Array(choice(DATA_SOURCES)),
  expires_at: Timestamp,
});
export type BridgeTokenAnswer = Static<typeof BridgeTokenAnswer>;

export const Exchange = shape('PublicTokenExchange', 'The public token to exchange.', {
  public_token: requiredText(2048),
});
export const ExchangeAnswer = shape('ExchangedToken', 'The access token of a link.', {
  access_token: sensitive('token', Id),
  link_id: Id,
});

export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const toLocale = (text: string | null | undefined): Locale => LOCALES.find((locale) => locale === text) ?? 'en';

/** The products for which a token is valid. The list always contains `product_type`. */
export function productsOf({ product_type, allowed_products }: NewBridgeToken): ProductType[] {
  const products = allowed_products ?? [];
  return [...new Set(products.includes(product_type) ? products : [product_type, ...products])];
}

/** Removes sources that the product cannot use. If `data_sources` is absent, returns all sources of the product. */
export function sourcesOf({ product_type, data_sources }: NewBridgeToken): DataSource[] {
  const usable = SOURCES_OF[product_type];
  return data_sources ? [...new Set(data_sources)].filter((source) => usable.includes(source)) : [...usable];
}

/** Throws one error with status 400 that lists all validation errors that the schema cannot detect. */
export function checkBridgeToken(token: NewBridgeToken): void {
  const faults: InvalidParam[] = [];
  if (sourcesOf(token).length === 0) {
    faults.push({ field: 'data_sources', message: 'None of these sources can serve the product.' });
  }
  faults.push(...accountFaults(token));
  if (faults.length > 0) throw incorrect(...faults);
}

/**
 * Checks the deposit account. The account is required only for products that deposit pay into it. An account that is
 * given is always checked, whatever the product is.
 */
export function accountFaults({
  product_type,
  account,
}: {
  product_type: ProductType;
  account?: NewDepositAccount | null;
}): InvalidParam[] {
  if (account) return depositFaults(account);
  return isDepositProduct(product_type) ? [{ field: 'account', message: 'This field is required.' }] : [];
}
