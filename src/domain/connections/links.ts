// A link: a lasting connection between one person and one provider.
import { type Static, Type } from 'typebox';
import { maskToken } from '#base/mask.ts';
import {
  choice,
  Id,
  nullable,
  PAGING,
  QueryBoolean,
  QueryText,
  QueryTimestamp,
  sensitive,
  shape,
  Timestamp,
} from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DATA_SOURCES, type DataSource, PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import { ProviderRef } from './providers.ts';
import { TASK_STATUSES, type TaskStatus } from './tasks.ts';

export const EmployerRef = shape('EmployerRef', 'A brief summary of an employer.', {
  id: nullable(Type.String({ description: 'The company_mapping_id.' })),
  name: Type.String(),
  logo_url: nullable(Type.String({ format: 'uri' })),
});
export type EmployerRef = Static<typeof EmployerRef>;

const AccessToken = sensitive('token', Type.String({ description: 'Masked except for the last four characters.' }));

export const LinkAnswer = shape('Link', 'A lasting connection between a user and a provider.', {
  id: Id,
  user_id: Id,
  access_token: AccessToken,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Type.Optional(nullable(Timestamp)),
  status: choice(TASK_STATUSES),
  tracking_info: nullable(Type.String()),
  user_external_id: nullable(Type.String()),
  provider_id: Type.String(),
  provider: ProviderRef,
  company_mapping: Type.Union([EmployerRef, Type.Null()]),
  link_hash: Id,
  allowed_products: Type.Array(choice(PRODUCT_TYPES)),
  initial_product_type: choice(PRODUCT_TYPES),
  data_source: choice(DATA_SOURCES),
  is_suspicious: Type.Boolean(),
  is_dds_available: nullable(Type.Boolean()),
  is_dds_supported: nullable(Type.Boolean()),
  is_connected: Type.Boolean(),
  last_task_id: Id,
});
export type LinkAnswer = Static<typeof LinkAnswer>;

export const LinkListQuery = Type.Object({
  user_id: QueryText,
  provider_id: QueryText,
  product_type: Type.Optional(choice(PRODUCT_TYPES)),
  data_source: Type.Optional(choice(DATA_SOURCES)),
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
  include_deleted: QueryBoolean,
  ...PAGING,
});
export type LinkListQuery = Static<typeof LinkListQuery>;

export const LinkQuery = Type.Object({ refresh: QueryBoolean });

/** The fields of a link that are stored without encryption. */
export type Link = {
  id: string;
  user_id: string;
  user_external_id: string | null;
  provider_id: string;
  data_source: DataSource;
  company_mapping: EmployerRef | null;
  tracking_info: string | null;
  link_hash: string;
  allowed_products: ProductType[];
  initial_product_type: ProductType;
  last_task_id: string;
  /**
   * `status` is the status of the link's last task. `template_id` is the id of the template that the last task used.
   */
  status: TaskStatus;
  template_id: string | null;
  is_suspicious: boolean;
  is_dds_available: boolean | null;
  is_connected: boolean;
  access_token_last4: string;
  created_at: Date;
  updated_at: Date;
};

/**
 * The caller passes `access_token` only if the API client may see the full token. Without it, the response contains a
 * masked token.
 */
export const presentLink = (link: Link, provider: ProviderRef, access_token?: string): LinkAnswer => ({
  id: link.id,
  user_id: link.user_id,
  access_token: access_token ?? maskToken(link.access_token_last4),
  created_at: toTimestamp(link.created_at),
  updated_at: toTimestamp(link.updated_at),
  status: link.status,
  tracking_info: link.tracking_info,
  user_external_id: link.user_external_id,
  provider_id: link.provider_id,
  provider,
  company_mapping: link.company_mapping,
  link_hash: link.link_hash,
  allowed_products: link.allowed_products,
  initial_product_type: link.initial_product_type,
  data_source: link.data_source,
  is_suspicious: link.is_suspicious,
  is_dds_available: link.is_dds_available,
  is_dds_supported: link.is_dds_available,
  is_connected: link.is_connected,
  last_task_id: link.last_task_id,
});
