// The choices that the widget offers to the user: methods, providers, companies, and the user's existing links.
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { Connector, Manifest } from '#connectors/contract.ts';
import { FILES_PROVIDER_ID } from '#connectors/files/connector.ts';
import { type DataSource, isDepositProduct, type ProductType } from '#domain/access/products.ts';
import type { Company } from '#domain/connections/companies.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { isAskedFor, nameAsked, type ProviderHealth, toProviderRef } from '#domain/connections/providers.ts';
import type { ExistingLink, ProviderQuery, WidgetCompany, WidgetProvider } from '#domain/widget/widget.ts';
import { acceptedFileSources, fileSourcesFor } from '#domain/widget/widget-files.ts';
import { getCompany, searchCompanies } from '#services/connections/companies.ts';
import { providerRefOf } from '#services/connections/links.ts';
import { offeredConnectors } from '#services/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listCompaniesNamed } from '#storage/connections/companies.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { listSuborders } from '#storage/orders/suborders.ts';
import type { ConnectionRequest } from './connection-requests.ts';
import type { Visitor } from './widget-tokens.ts';

/** The maximum number of companies shown. */
const COMPANIES_MAX = 10;
/** Large employers that are shown before the user types anything, if the catalogue contains them. */
const WELL_KNOWN = [
  'Walmart',
  'Amazon',
  'Home Depot',
  'FedEx',
  'UPS',
  'Target',
  'Kroger',
  'Starbucks',
  'Costco',
  'McDonald’s',
];

/** The connectors that offer one of these products in this environment, sorted by name. */
function connectorsFor(ctx: Ctx, products: readonly ProductType[]): Connector[] {
  return offeredConnectors(ctx)
    .filter(({ manifest }) => manifest.is_supported)
    .filter(({ manifest }) => products.some((product) => manifest.products.includes(product)))
    .toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name, 'en'));
}

/**
 * The connectors that a list of providers shows. The built-in provider of files is left out, because the widget offers
 * it separately from the list. An operator's own provider of files is in the list.
 */
const listedFor = (ctx: Ctx, products: readonly ProductType[]): Connector[] =>
  connectorsFor(ctx, products).filter(({ manifest }) => manifest.id !== FILES_PROVIDER_ID);

/**
 * The data sources from which the applicant may send files. In update mode, a file can renew only a link that comes
 * from files.
 */
export function fileSourcesOf({ product_type, data_sources, renewed }: ConnectionRequest): readonly DataSource[] {
  if (renewed === undefined) return acceptedFileSources({ product_type, data_sources });
  return renewed.provider_id === FILES_PROVIDER_ID ? fileSourcesFor(product_type) : [];
}

/**
 * The data source that provides the data for a method. The method `scoring_attributes` needs bank data, because scores
 * are computed from bank data.
 */
const sourceBehind = (method: DataSource): DataSource =>
  method === 'scoring_attributes' ? 'financial_accounts' : method;

/** The methods available now: first the methods that the template lists, in the template's order, then all others. */
export function methodsOf(ctx: Ctx, request: ConnectionRequest, flow: readonly DataSource[]): DataSource[] {
  const usable = new Set(listedFor(ctx, [request.product_type]).map(({ manifest }) => manifest.data_source));
  const offered = request.data_sources.filter(
    (method) =>
      // Documents are uploaded to this service, so no provider is needed for them.
      (method === 'docs' ? request.renewed === undefined : usable.has(sourceBehind(method))) &&
      // `scoring_attributes` and `financial_accounts` lead to the same bank login. So if the request allows both, only
      // `financial_accounts` is offered.
      !(method === 'scoring_attributes' && request.data_sources.includes('financial_accounts')),
  );
  return [...flow.filter((method) => offered.includes(method)), ...offered.filter((method) => !flow.includes(method))];
}

/** The provider's connector, if it can serve the request. */
export function findConnector(ctx: Ctx, request: ConnectionRequest, provider_id: string): Connector | undefined {
  const { product_type, data_sources, renewed } = request;
  if (renewed !== undefined && renewed.provider_id !== provider_id) return undefined;
  return connectorsFor(ctx, [product_type]).find(({ manifest }) => {
    if (manifest.id !== provider_id) return false;
    if (manifest.is_file === true) return fileSourcesOf(request).length > 0;
    return renewed !== undefined || data_sources.some((method) => sourceBehind(method) === manifest.data_source);
  });
}

type Health = ReadonlyMap<string, ProviderHealth>;

export const presentWidgetProvider = (manifest: Manifest, health: Health): WidgetProvider => ({
  ...toProviderRef(manifest),
  data_source: manifest.data_source,
  fields: manifest.login.kind === 'form' && manifest.is_file !== true ? [...manifest.login.fields] : [],
  is_oauth: manifest.login.kind === 'oauth',
  is_file: manifest.is_file ?? false,
  is_down: health.get(manifest.id)?.status === 'down',
});

/**
 * Returns the provider that the request names. If the request names no provider, or the named provider cannot serve the
 * request, returns the provider of the company that the request names. But if documents come first in `methods`, the
 * company's provider is not used, because the applicant is then asked for documents and not for a login.
 */
export async function preselectedProvider(
  ctx: Ctx,
  request: ConnectionRequest,
  methods: readonly DataSource[],
): Promise<WidgetProvider | null> {
  const named = request.provider_id === null ? undefined : findConnector(ctx, request, request.provider_id);
  const connector = named ?? (methods[0] === 'docs' ? undefined : await connectorOfCompany(ctx, request));
  return connector === undefined ? null : presentWidgetProvider(connector.manifest, await ctx.provider_health());
}

async function connectorOfCompany(ctx: Ctx, request: ConnectionRequest): Promise<Connector | undefined> {
  if (!request.company?.id) return undefined;
  const { provider_id } = await getCompany(ctx, request.company.id);
  return provider_id === null ? undefined : findConnector(ctx, request, provider_id);
}

/**
 * The providers that match the query and support the product of the given suborder, sorted by name. Without a suborder,
 * a provider must support at least one product of the token. If the request accepts files, providers of files are found
 * for every data source. The built-in provider of files is found only by its names, because the widget's list has a
 * separate row for it.
 */
export async function listWidgetProviders(
  { ctx, token }: Visitor,
  { query, data_source, suborder_id }: ProviderQuery,
): Promise<WidgetProvider[]> {
  const { products, data_sources } = suborder_id
    ? await suborderOf(ctx, token.order_id, suborder_id)
    : { products: token.allowed_products, data_sources: token.data_sources };
  const takes_files = products.some((product_type) => acceptedFileSources({ product_type, data_sources }).length > 0);
  const asked = query === undefined ? {} : { query };
  const source = data_source === undefined ? {} : { data_source: sourceBehind(data_source) };
  const health = await ctx.provider_health();
  return connectorsFor(ctx, products)
    .filter(({ manifest }) =>
      manifest.is_file === true
        ? takes_files && isAskedFor(manifest, asked) && (manifest.id !== FILES_PROVIDER_ID || Boolean(query))
        : isAskedFor(manifest, { ...asked, ...source }),
    )
    .map(({ manifest }) => ({ ...presentWidgetProvider(manifest, health), name: shownName(manifest, query ?? '') }));
}

/**
 * If a provider was found by an alternative name, it is shown with this name and its main name, so that users recognise
 * their bank.
 */
function shownName(manifest: Manifest, query: string): string {
  const asked = nameAsked(manifest, query) ?? manifest.name;
  return asked === manifest.name ? asked : `${asked} (${manifest.name})`;
}

async function suborderOf(
  ctx: Ctx,
  order_id: string | null,
  suborder_id: string,
): Promise<{ products: ProductType[]; data_sources: readonly DataSource[] }> {
  const suborders = order_id === null ? [] : await listSuborders(ctx.db, ctx.scope, [order_id]);
  const suborder = suborders.find(({ id }) => id === suborder_id);
  if (suborder === undefined) throw incorrect({ field: 'suborder_id', message: 'Object not found.' });
  return { products: [suborder.product_type], data_sources: suborder.data_sources };
}

/** The companies that match best; well-known employers if the query is empty. */
export async function searchWidgetCompanies(
  ctx: Ctx,
  products: readonly ProductType[],
  query: string,
): Promise<WidgetCompany[]> {
  const companies = query.trim() === '' ? await wellKnown(ctx) : await found(ctx, query);
  const connectors = new Map(connectorsFor(ctx, products).map((connector) => [connector.manifest.id, connector]));
  return companies.slice(0, COMPANIES_MAX).map(({ company_mapping_id, name, logo_url, provider_id }) => {
    const manifest = provider_id === null ? undefined : connectors.get(provider_id)?.manifest;
    return {
      id: company_mapping_id,
      name,
      logo_url,
      provider: manifest === undefined ? null : toProviderRef(manifest),
    };
  });
}

const found = async (ctx: Ctx, query: string): Promise<Company[]> =>
  (await searchCompanies(ctx, query)).map(({ company }) => company);

/** The well-known employers that the catalogue contains, in the order of `WELL_KNOWN`. */
async function wellKnown(ctx: Ctx): Promise<Company[]> {
  const names = WELL_KNOWN.map((name) => wordsOf(name).join(' '));
  const companies = await listCompaniesNamed(ctx.db, ctx.scope.environment, names);
  return names.flatMap((name) => companies.find(({ search_name }) => search_name === name) ?? []);
}

/** The providers through which this employer's payroll can be connected. */
export async function providersOfCompany(
  ctx: Ctx,
  products: readonly ProductType[],
  company_mapping_id: string,
): Promise<WidgetProvider[]> {
  const { provider_id } = await getCompany(ctx, company_mapping_id);
  const health = await ctx.provider_health();
  return connectorsFor(ctx, products)
    .filter(({ manifest }) => manifest.id === provider_id)
    .map(({ manifest }) => presentWidgetProvider(manifest, health));
}

/** Returns the connected links that can serve the request. If the user picks such a link, no new login is needed. */
export function offeredLinks(ctx: Ctx, request: ConnectionRequest, links: readonly StoredLink[]): StoredLink[] {
  if (request.renewed !== undefined) return [];
  return links.filter(
    (link) =>
      link.is_connected &&
      // A link from documents or files has no source from which newer data could be read, so it is not offered.
      link.data_source !== 'docs' &&
      link.provider_id !== FILES_PROVIDER_ID &&
      !request.taken_link_ids.includes(link.id) &&
      findConnector(ctx, request, link.provider_id) !== undefined &&
      // Payroll administrators and employees have different accounts at the provider. So a link of an administrator is
      // not offered to an employee, and a link of an employee is not offered to an administrator.
      (link.initial_product_type === 'admin') === (request.product_type === 'admin') &&
      !(isDepositProduct(request.product_type) && link.is_dds_available === false) &&
      mayBe(link.company_mapping, request.company) &&
      (request.provider_id === null || request.provider_id === link.provider_id),
  );
}

/** True if the two employers are equal or one of the two is unknown. */
const mayBe = (one: EmployerRef | null, other: EmployerRef | null): boolean =>
  one === null || other === null || one.id === other.id;

export const presentExistingLink = (ctx: Ctx, link: StoredLink): ExistingLink => ({
  link_id: link.id,
  provider: providerRefOf(ctx, link.provider_id),
  company: link.company_mapping,
  connected_at: toTimestamp(link.created_at),
});
