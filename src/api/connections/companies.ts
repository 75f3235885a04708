// /v1/companies/ and /v1/company-mappings-search/: the catalogue of employers.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { pageOf } from '#base/schema.ts';
import type { ProductType } from '#domain/access/products.ts';
import {
  COMPANIES_FOUND_MAX,
  CompanyAnswer,
  CompanyId,
  CompanyListQuery,
  CompanyLookup,
  CompanyMappingQuery,
  CompanyQuery,
  CompanySearchQuery,
  type FoundCompany,
  presentCompany,
} from '#domain/connections/companies.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import {
  getCompany,
  listCompanies,
  lookUpCompanies,
  matchCompanies,
  searchCompanies,
} from '#services/connections/companies.ts';
import { offeredProviders } from '#services/connections/providers.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';

const FoundCompanies = Type.Array(CompanyAnswer, {
  maxItems: COMPANIES_FOUND_MAX,
  description: 'The companies found, best match first.',
});

export function companyRoutes(app: FastifyInstance, house: House): void {
  const present = (ctx: Ctx, companies: readonly FoundCompany[], product?: ProductType) => {
    const providers = offeredProviders(ctx);
    return companies.map((company) => presentCompany(company, providers, product));
  };
  const presentBest = (ctx: Ctx, companies: readonly FoundCompany[], product?: ProductType) =>
    present(ctx, companies.slice(0, COMPANIES_FOUND_MAX), product);

  route(app, {
    method: 'GET',
    url: '/v1/company-mappings-search/',
    operation: 'searchCompanies',
    summary: 'Search companies as a person types, best match first',
    description: 'Returns an array of at most 25 companies.',
    tag: 'Companies',
    status: 200,
    query: CompanySearchQuery,
    answer: FoundCompanies,
    handle: async ({ ctx, query }) => presentBest(ctx, await searchCompanies(ctx, query.query), query.product_type),
  });

  route(app, {
    method: 'GET',
    url: '/v1/companies/',
    operation: 'listCompanies',
    summary: 'List companies, newest first; with a query, only matching companies, best match first',
    description: 'Ignores case, punctuation and company suffixes.',
    tag: 'Companies',
    status: 200,
    query: CompanyListQuery,
    answer: pageOf(CompanyAnswer),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, companies } = await listCompanies(ctx, query.query, paging);
      const results = present(ctx, companies, query.product_type);
      return toPage(house.settings.base_url, request.url, paging, { count, results });
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/companies/',
    operation: 'lookUpCompanies',
    summary: 'Look up companies by known details, best match first',
    description: 'The more fields match, the higher the confidence. At least one field is required.',
    tag: 'Companies',
    status: 200,
    body: CompanyLookup,
    answer: FoundCompanies,
    handle: async ({ ctx, body }) => presentBest(ctx, await lookUpCompanies(ctx, body), body.product_type || undefined),
  });

  route(app, {
    method: 'GET',
    url: '/v1/companies/mapping/',
    operation: 'mapCompanyName',
    summary: 'Find companies by name, best match first',
    description: 'Returns an array of at most 25 companies.',
    tag: 'Companies',
    status: 200,
    query: CompanyMappingQuery,
    answer: FoundCompanies,
    handle: async ({ ctx, query }) =>
      presentBest(ctx, await matchCompanies(ctx, query.company_name), query.product_type),
  });

  route(app, {
    method: 'GET',
    url: '/v1/companies/:company_mapping_id/',
    operation: 'getCompany',
    summary: 'Read a company',
    description: '`confidence_level` is `1.00`.',
    tag: 'Companies',
    status: 200,
    params: Type.Object({ company_mapping_id: CompanyId }),
    query: CompanyQuery,
    answer: CompanyAnswer,
    find: (ctx, { company_mapping_id }) => getCompany(ctx, company_mapping_id),
    async handle({ ctx, found: company, query }) {
      const providers = offeredProviders(ctx);
      return presentCompany({ company, confidence: 1 }, providers, query.product_type);
    },
  });
}
