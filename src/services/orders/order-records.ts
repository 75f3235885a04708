// Seals and unseals the personal data of orders with the user's key.
import type { KeyObject } from 'node:crypto';
import { changeLoan, type OrderRecord } from '#domain/orders/orders.ts';
import type { SuborderRecord } from '#domain/orders/suborders.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import type { OrderRow, StoredOrder } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';

const orderPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'orders', 'sealed', id);
const tokenPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'orders', 'token_sealed', id);
const suborderPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'suborders', 'sealed', id);

/** The columns of an order that are derived from its record. */
export function sealOrder(
  ctx: Ctx,
  key: KeyObject,
  id: string,
  record: OrderRecord,
): Pick<OrderRow, 'sealed' | 'ssn_hash' | 'ssn_last4_hash'> {
  const { ssn } = record;
  return {
    sealed: sealJson(key, record, orderPlace(ctx, id)),
    ssn_hash: ssn?.length === 9 ? ctx.vault.hash('ssn', ctx.scope.client_id, ssn) : null,
    ssn_last4_hash: ssn === null ? null : ctx.vault.hash('ssn_last4', ctx.scope.client_id, ssn.slice(-4)),
  };
}

export const sealToken = (ctx: Ctx, key: KeyObject, id: string, token: string): Buffer =>
  sealJson(key, { token }, tokenPlace(ctx, id));

export const sealSuborder = (ctx: Ctx, key: KeyObject, id: string, record: SuborderRecord): Buffer =>
  sealJson(key, record, suborderPlace(ctx, id));

export type OpenOrder = {
  row: StoredOrder;
  /** The user's data key; `undefined` if the user was erased. */
  key: KeyObject | undefined;
  record: OrderRecord;
  bridge_token: string;
};

export async function openOrder(ctx: Ctx, row: StoredOrder): Promise<OpenOrder> {
  const key = await orderKey(ctx, row);
  if (key === undefined) return { row, key, record: ERASED, bridge_token: NO_KEY };
  return {
    row,
    key,
    record: unsealJson<OrderRecord>(key, row.sealed, orderPlace(ctx, row.id)),
    bridge_token: unsealJson<{ token: string }>(key, row.token_sealed, tokenPlace(ctx, row.id)).token,
  };
}

export async function orderKey(ctx: Ctx, row: StoredOrder): Promise<KeyObject | undefined> {
  const { master_key_id, wrapped_key } = row;
  if (master_key_id === null || wrapped_key === null) return undefined;
  return ctx.vault.unwrap(ctx.scope, row.user_id, { master_key_id, wrapped_key });
}

export const openSuborder = (ctx: Ctx, key: KeyObject | undefined, row: SuborderRow): SuborderRecord =>
  key === undefined ? ERASED_SUBORDER : unsealJson<SuborderRecord>(key, row.sealed, suborderPlace(ctx, row.id));

/** A key that has the format of a landing page key but matches no order. */
const NO_KEY = '0'.repeat(32);

/** The order record that is shown if the user was erased. */
const ERASED: OrderRecord = {
  first_name: '',
  last_name: '',
  email: null,
  phone: null,
  ssn: null,
  custom_field: null,
  notes: null,
  cc_emails: [],
  loan: changeLoan(undefined, undefined),
  manager: null,
  voa: null,
  share_key: NO_KEY,
  short_key: '0'.repeat(10),
};

const ERASED_SUBORDER: SuborderRecord = {
  company_name: null,
  company_domain: null,
  company_logo: null,
  company_address: null,
  start_date: null,
  end_date: null,
  account: null,
  name: null,
};

export const shareUrl = (ctx: Ctx, { share_key }: OrderRecord): string =>
  `${ctx.settings.public_url}/verify/${share_key}/`;
export const shortShareUrl = (ctx: Ctx, { short_key }: OrderRecord): string =>
  `${ctx.settings.public_url}/s/${short_key}`;
