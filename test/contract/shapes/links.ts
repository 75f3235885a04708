// Response schemas of tokens, links, tasks, refreshes and users: contract, sections 3.3, 4, 6, 7 and 8.
import {
  boolean,
  dataSource,
  date,
  distinct,
  each,
  employerRef,
  extend,
  type Fields,
  id,
  list,
  maskedSsn,
  maskedToken,
  matching,
  nonEmpty,
  object,
  orNull,
  perhaps,
  productType,
  providerRef,
  type Shape,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

/** A bridge token: contract, section 4.1. It has no `id`, because a page recognises an order by the field `id`. */
export const bridgeToken = object({
  bridge_token: id,
  user_id: id,
  product_type: productType,
  allowed_products: distinct(nonEmpty(list(productType))),
  client_name: text(128),
  tracking_info: orNull(text(256)),
  company_mapping_id: orNull(text(64)),
  provider_id: orNull(text(64)),
  access_token: orNull(maskedToken),
  template_id: orNull(id),
  data_sources: distinct(nonEmpty(list(dataSource))),
  expires_at: timestamp,
});

/** The exchange of a public token: contract, section 4.3. */
export const exchange = object({ access_token: id, link_id: id });

const linkFields = (access_token: Shape): Fields => ({
  id,
  user_id: id,
  access_token,
  created_at: timestamp,
  updated_at: timestamp,
  status: taskStatus,
  tracking_info: orNull(text(256)),
  user_external_id: orNull(text(512)),
  provider_id: text(64),
  provider: providerRef,
  company_mapping: orNull(employerRef),
  link_hash: id,
  allowed_products: distinct(nonEmpty(list(productType))),
  initial_product_type: productType,
  data_source: dataSource,
  is_suspicious: boolean,
  is_dds_available: orNull(boolean),
  is_dds_supported: orNull(boolean),
  is_connected: boolean,
  last_task_id: id,
});

/** Contract, section 6: `deleted_at` comes "only with include_deleted=true". Otherwise it may be absent or null. */
const unlessDeleted = (access_token: Shape) =>
  perhaps(object(linkFields(access_token)), { deleted_at: { type: 'null' } });
export const link = unlessDeleted(maskedToken);
/** A link in the list filtered by `user_id`. This list shows full access tokens. */
export const linkInFull = unlessDeleted(id);
/** A link in the list with `include_deleted=true`. */
export const linkOrDeleted = object({ ...linkFields(maskedToken), deleted_at: orNull(timestamp) });

/** A task: contract, section 7. */
/** Contract, section 27.3: `missing_data` is present only if the provider could not read something. */
export const task = perhaps(
  object({
    id,
    link_id: id,
    user_id: id,
    order_id: orNull(id),
    bridge_token: orNull(id),
    status: taskStatus,
    product_type: productType,
    data_source: dataSource,
    provider: providerRef,
    error_message: orNull(text(512)),
    tracking_info: orNull(text(256)),
    is_suspicious: boolean,
    is_refresh: boolean,
    created_at: timestamp,
    updated_at: timestamp,
  }),
  { missing_data: list(text(512)) },
);

/** Refreshes: contract, section 8. */
export const refreshStarted = object({ task_id: id });
export const refreshTask = object({ id, status: taskStatus, created_at: timestamp, refresh_date: date });

/** A user (SPEC: User; contract, section 3.3). */
export const user = object({
  id,
  external_user_id: orNull(text(512)),
  first_name: orNull(text(128)),
  last_name: orNull(text(128)),
  email: orNull(text(254)),
  phone: orNull(matching('^\\+\\d{1,15}$')),
  ssn: orNull(maskedSsn),
  created_at: timestamp,
  updated_at: timestamp,
});
export const userWithLinks = extend(user, { links: list(link) });
const REPORT_IDS = {
  ...each(orNull(id), 'voie_report_id', 'voa_report_id', 'income_insights_report_id'),
  aim_check_report_id: { type: 'null' },
};
/** A user read by id. `links` is present only with `list_links=true`. */
export const retrievedUser = extend(user, REPORT_IDS);
export const retrievedUserWithLinks = extend(userWithLinks, REPORT_IDS);
