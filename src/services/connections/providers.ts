// The providers that a caller may use in its environment.
import { notFound } from '#base/errors.ts';
import { isAskedFor, isOfferedIn, type ProviderInfo, type ProviderListQuery } from '#domain/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';

/** The providers offered in the caller's environment, sorted by name. */
export const offeredProviders = (ctx: Ctx, providers: readonly ProviderInfo[]): ProviderInfo[] =>
  providers
    .filter((provider) => isOfferedIn(provider, ctx.scope.environment))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'));

export const listProviders = (ctx: Ctx, providers: readonly ProviderInfo[], query: ProviderListQuery): ProviderInfo[] =>
  offeredProviders(ctx, providers).filter((provider) => isAskedFor(provider, query));

export function getProvider(ctx: Ctx, providers: readonly ProviderInfo[], id: string): ProviderInfo {
  const provider = offeredProviders(ctx, providers).find((one) => one.id === id);
  if (provider === undefined) throw notFound();
  return provider;
}
