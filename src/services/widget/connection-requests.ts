// Determines what data the widget should obtain from the user. If the bridge token has no order, the token defines this
// data. If it has an order, one suborder of that order defines the data.
import type { KeyObject } from 'node:crypto';
import { type DataSource, isDepositProduct, type ProductType } from '#domain/access/products.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import type { SuborderRecord } from '#domain/orders/suborders.ts';
import { openBridgeToken } from '#services/connections/bridge-tokens.ts';
import { findCompany } from '#services/connections/companies.ts';
import { offeredConnector } from '#services/connections/providers.ts';
import { restoreDeposit } from '#services/connections/task-secrets.ts';
import { openSuborder } from '#services/orders/order-records.ts';
import { preselectedCompany } from '#services/orders/order-visits.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findLink, type StoredLink } from '#storage/connections/links.ts';
import type { OrderRow } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import type { WidgetToken } from './widget-tokens.ts';

export type ConnectionRequest = {
  product_type: ProductType;
  allowed_products: ProductType[];
  data_sources: readonly DataSource[];
  template_id: string | null;
  order_id: string | null;
  tracking_info: string | null;
  /** The employer, if the request names one. */
  company: EmployerRef | null;
  provider_id: string | null;
  deposit: DepositAccount | null;
  /** The link to renew in update mode. */
  renewed: StoredLink | undefined;
  /** Links that already serve another suborder of the same order, for the same product. */
  taken_link_ids: readonly string[];
};

/** The connection request of a token that has no order. */
export async function requestOfToken(ctx: Ctx, key: KeyObject, token: WidgetToken): Promise<ConnectionRequest> {
  const { deposit } = openBridgeToken(ctx, key, token.id, token.sealed);
  // A link that has been deleted cannot be renewed; a new link is created instead.
  const renewed = token.link_id === null ? undefined : await findLink(ctx.db, ctx.scope, token.link_id);
  return {
    product_type: token.product_type,
    allowed_products: token.allowed_products,
    data_sources: renewed === undefined ? token.data_sources : [renewed.data_source],
    template_id: token.template_id,
    order_id: null,
    tracking_info: token.tracking_info,
    company: token.company_mapping_id === null ? null : ((await findCompany(ctx, token.company_mapping_id)) ?? null),
    provider_id: renewed?.provider_id ?? knownProvider(ctx, token.provider_id),
    deposit: deposit !== null && isDepositProduct(token.product_type) ? restoreDeposit(deposit) : null,
    renewed,
    taken_link_ids: [],
  };
}

/** The provider in a request is only a hint, so the id of an unknown provider is ignored. */
const knownProvider = (ctx: Ctx, id: string | null): string | null =>
  id !== null && offeredConnector(ctx, id) !== undefined ? id : null;

/** Builds the connection request for one suborder of an order. */
export async function requestOfSuborder(
  ctx: Ctx,
  key: KeyObject | undefined,
  order: Pick<OrderRow, 'id' | 'template_id'>,
  suborder: SuborderRow,
  all: readonly SuborderRow[],
): Promise<ConnectionRequest & { record: SuborderRecord }> {
  const record = openSuborder(ctx, key, suborder);
  const { product_type, kind } = suborder;
  return {
    product_type,
    allowed_products: [product_type],
    data_sources: suborder.data_sources,
    template_id: order.template_id,
    order_id: order.id,
    tracking_info: suborder.id,
    company:
      kind === 'employer' ? await preselectedCompany(ctx, suborder.company_mapping_id, record.company_name) : null,
    provider_id: knownProvider(ctx, suborder.provider_id),
    deposit: record.account !== null && isDepositProduct(product_type) ? restoreDeposit(record.account) : null,
    renewed: undefined,
    taken_link_ids: all
      .filter((other) => other.id !== suborder.id && other.product_type === product_type)
      .map(({ link_id }) => link_id)
      .filter((id) => id !== null),
    record,
  };
}
