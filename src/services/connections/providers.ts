// The providers that a caller may use in its environment.
import { notFound } from '#base/errors.ts';
import type { Connector } from '#connectors/contract.ts';
import { isAskedFor, isOfferedTo, type ProviderInfo, type ProviderListQuery } from '#domain/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';

/** The connector of a provider that is offered to the caller. For the caller, any other provider seems not to exist. */
export function offeredConnector(ctx: Pick<Ctx, 'connectors' | 'scope'>, id: string): Connector | undefined {
  const connector = ctx.connectors.get(id);
  return connector !== undefined && isOfferedTo(connector.manifest, ctx.scope) ? connector : undefined;
}

export const offeredConnectors = (ctx: Pick<Ctx, 'connectors' | 'scope'>): Connector[] =>
  [...ctx.connectors.values()].filter(({ manifest }) => isOfferedTo(manifest, ctx.scope));

/** The providers offered to the caller, sorted by name. */
export const offeredProviders = (ctx: Ctx): ProviderInfo[] =>
  offeredConnectors(ctx)
    .map(({ manifest }) => manifest)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id, 'en'));

export const listProviders = (ctx: Ctx, query: ProviderListQuery): ProviderInfo[] =>
  offeredProviders(ctx).filter((provider) => isAskedFor(provider, query));

export function getProvider(ctx: Ctx, id: string): ProviderInfo {
  const connector = offeredConnector(ctx, id);
  if (connector === undefined) throw notFound();
  return connector.manifest;
}
