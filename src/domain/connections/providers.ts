// A provider is a system to which Vouch connects. This file defines how clients and applicants see a provider.
import { type Static, Type } from 'typebox';
import { choice, nullable, PAGING, QueryText, shape } from '#base/schema.ts';
import { DATA_SOURCES, type DataSource, PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import type { Environment, Scope } from '#domain/platform/scope.ts';
import { fitOf, whileTyping, wordsOf } from './company-names.ts';

export const SUCCESS_RATES = ['high', 'medium', 'low', 'unsupported'] as const;
export type SuccessRate = (typeof SUCCESS_RATES)[number];
/** A provider's success rate. It is `null` if there is not enough history to compute the rate. */
export const NullableSuccessRate = Type.Unsafe<SuccessRate | null>({
  type: ['string', 'null'],
  enum: [...SUCCESS_RATES, null],
});

export const PROVIDER_STATUSES = ['up', 'degraded', 'down', 'unknown'] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];
/** How well a live provider works (see provider-health.ts). */
export type ProviderHealth = {
  status: ProviderStatus;
  success_rate: SuccessRate | null;
  measured: ProviderMeasures;
};
/**
 * Measurements from the tasks that the provider's health is based on. A value is `null` if there is no task from which
 * it could be computed.
 */
export type ProviderMeasures = {
  /** The number of served tasks, divided by the number of all tasks that were served or failed. */
  success_ratio: number | null;
  /** Of all counted tasks, the share in which the login was refused. */
  login_failure_ratio: number | null;
  /** How long the provider took for a task: the median, and the time that 95 percent of the tasks did not exceed. */
  seconds: { median: number; p95: number } | null;
};
/** Returns the health of all live providers, by provider id. */
export type HealthReader = () => Promise<ReadonlyMap<string, ProviderHealth>>;
/** The health of a provider that has no ended task yet. */
export const UNKNOWN_HEALTH: ProviderHealth = {
  status: 'unknown',
  success_rate: null,
  measured: { success_ratio: null, login_failure_ratio: null, seconds: null },
};

export type ProviderInfo = {
  id: string;
  name: string;
  logo_url: string | null;
  domain: string | null;
  is_supported: boolean;
  success_rate: SuccessRate | null;
  data_source: DataSource;
  products: readonly ProductType[];
  /** The environments in which the provider is offered. Sandbox providers are never offered to a prod key. */
  environments: readonly Environment[];
  /** Other names by which people search for the provider. */
  also_known_as?: readonly string[];
  /** The clients that may use the provider. If the list is absent or `null`, all clients may use the provider. */
  clients?: readonly string[] | null;
  /** True if the operator configured the provider in providers.json. */
  is_live?: boolean;
  /** True if people send a file from their bank instead of logging in. */
  is_file?: boolean;
};

export const ProviderRef = shape('ProviderRef', 'A brief summary of a provider.', {
  id: Type.String({ examples: ['vouch_payroll'] }),
  name: Type.String(),
  logo_url: nullable(Type.String({ format: 'uri' })),
});
export type ProviderRef = Static<typeof ProviderRef>;

export const toProviderRef = ({ id, name, logo_url }: ProviderInfo): ProviderRef => ({ id, name, logo_url });

export const ProviderAnswer = shape('Provider', 'An external system that users connect to.', {
  ...ProviderRef.properties,
  domain: nullable(Type.String()),
  is_supported: Type.Boolean(),
  success_rate: NullableSuccessRate,
  data_source: choice(DATA_SOURCES),
  products: Type.Array(choice(PRODUCT_TYPES)),
  is_live: Type.Boolean(),
  status: choice(PROVIDER_STATUSES),
});
export type ProviderAnswer = Static<typeof ProviderAnswer>;

export const ProviderListQuery = Type.Object({
  query: QueryText,
  product_type: Type.Optional(choice(PRODUCT_TYPES)),
  data_source: Type.Optional(choice(DATA_SOURCES)),
  ...PAGING,
});
export type ProviderListQuery = Static<typeof ProviderListQuery>;

/**
 * A provider that is not live is part of this service, so it is up whenever the service is up. The same applies to a
 * live provider of files, because the service itself reads the files.
 */
export function presentProvider(provider: ProviderInfo, health: ProviderHealth | undefined): ProviderAnswer {
  const { is_live = false, is_file = false } = provider;
  const live = is_file ? { status: 'up' as const, success_rate: null } : (health ?? UNKNOWN_HEALTH);
  return {
    ...toProviderRef(provider),
    domain: provider.domain,
    is_supported: provider.is_supported,
    success_rate: is_live ? live.success_rate : provider.success_rate,
    data_source: provider.data_source,
    products: [...provider.products],
    is_live,
    status: is_live ? live.status : 'up',
  };
}

export const isOfferedIn = (provider: ProviderInfo, environment: Environment): boolean =>
  provider.environments.includes(environment);

/**
 * Whether the provider may be shown to the client. A client that has no right to use a provider must not learn that the
 * provider exists.
 */
export const isOfferedTo = (provider: ProviderInfo, { client_id, environment }: Scope): boolean =>
  isOfferedIn(provider, environment) && (provider.clients?.includes(client_id) ?? true);

/**
 * Whether a provider matches the query by product, data source and name. The name is matched in the same way as a
 * company name; the last word of the query may be a prefix.
 */
export const isAskedFor = (provider: ProviderInfo, query: ProviderListQuery): boolean =>
  (query.product_type === undefined || provider.products.includes(query.product_type)) &&
  (query.data_source === undefined || provider.data_source === query.data_source) &&
  (query.query === undefined || query.query === '' || nameAsked(provider, query.query) !== undefined);

/**
 * The provider's name that matches the typed text: the main name if it matches, otherwise the best match among the
 * other names; `undefined` if no name matches.
 */
export function nameAsked({ name, also_known_as = [] }: ProviderInfo, text: string): string | undefined {
  const query = whileTyping(text);
  if (fitOf(query, wordsOf(name)).is_complete) return name;
  const fits = also_known_as.map((other) => ({ other, fit: fitOf(query, wordsOf(other)) }));
  return fits.filter(({ fit }) => fit.is_complete).toSorted((a, b) => b.fit.confidence - a.fit.confidence)[0]?.other;
}
