// A company of the catalogue: an employer that an applicant may search for, and the provider that runs its payroll.
import { type Static, Type } from 'typebox';
import { choice, nullable, optionalChoice, optionalText, PAGING, requiredText, shape } from '#base/schema.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import { DOMAIN_LENGTH_MAX } from './company-identifiers.ts';
import type { EmployerRef } from './links.ts';
import { NullableSuccessRate, type ProviderInfo, ProviderRef, type SuccessRate, toProviderRef } from './providers.ts';

export const MAPPING_STATUSES = ['verified', 'mapped', 'unmapped'] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];
export const DEPOSIT_TYPES = ['entire', 'amount', 'percent'] as const;
export const COMPANY_NAME_LENGTH_MAX = 256;
const COMPANY_ID_LENGTH_MAX = 64;
const QUERY_LENGTH_MAX = 128;
/** The maximum number of companies a search returns. */
export const COMPANIES_FOUND_MAX = 25;

const COMPANY_ID = `^[A-Za-z0-9_-]{1,${COMPANY_ID_LENGTH_MAX}}$`;
export const CompanyId = Type.String({ pattern: COMPANY_ID, examples: ['e9c9d4fda4d2d79ec4e9a10302235588'] });

/**
 * Words that are not company ids: `mapping` is a path segment, and `self_employed` means a person without an employer.
 */
const NOT_IDS = new Set(['mapping', 'self_employed']);
const COMPANY_ID_PATTERN = new RegExp(COMPANY_ID);

export const isCompanyId = (text: string): boolean => COMPANY_ID_PATTERN.test(text) && !NOT_IDS.has(text);

const DepositSwitchFeature = shape('DepositSwitchFeature', 'What a deposit switch can do at a company.', {
  deposit_types: Type.Array(choice(DEPOSIT_TYPES)),
  amount_precision: Type.Integer(),
  percent_precision: Type.Integer(),
  max_number: Type.Integer({ description: 'The maximum number of accounts that pay can be split between.' }),
});
export type DepositSwitchFeature = Static<typeof DepositSwitchFeature>;

export const CompanyAnswer = shape('Company', 'An employer in the catalogue.', {
  company_mapping_id: Type.String(),
  id: Type.String({ description: 'The company_mapping_id again.' }),
  name: Type.String(),
  domain: nullable(Type.String()),
  logo_url: nullable(Type.String({ format: 'uri' })),
  confidence_level: Type.String({ description: 'How well the company matches the query.', examples: ['0.87'] }),
  success_rate: NullableSuccessRate,
  mapping_status: choice(MAPPING_STATUSES),
  provider: Type.Union([ProviderRef, Type.Null()]),
  features: shape('CompanyFeatures', 'What can be done at a company beyond reading data.', {
    deposit_switch: Type.Union([DepositSwitchFeature, Type.Null()]),
  }),
});
export type CompanyAnswer = Static<typeof CompanyAnswer>;

const product_type = Type.Optional(choice(PRODUCT_TYPES));

export const CompanySearchQuery = Type.Object({ query: requiredText(QUERY_LENGTH_MAX), product_type });
export const CompanyMappingQuery = Type.Object({ company_name: requiredText(COMPANY_NAME_LENGTH_MAX), product_type });
export const CompanyListQuery = Type.Object({
  query: Type.Optional(Type.String({ maxLength: QUERY_LENGTH_MAX, format: 'text' })),
  product_type,
  ...PAGING,
});
export const CompanyQuery = Type.Object({ product_type });

/** Any fields that are known about the company. The more of these fields match, the higher the confidence. */
export const CompanyLookup = shape('CompanyLookup', 'What is known about a company; at least one field is required.', {
  id: optionalText(COMPANY_ID_LENGTH_MAX),
  name: optionalText(COMPANY_NAME_LENGTH_MAX),
  domain: optionalText(DOMAIN_LENGTH_MAX, { examples: ['harbor-and-pine-furnishings.example'] }),
  ein: optionalText(32, { examples: ['99-9000002'] }),
  phone: optionalText(128, { format: 'phone', examples: ['(503) 555-0102'] }),
  state: optionalText(64, { examples: ['OR'] }),
  address: Type.Optional(
    nullable(
      shape('CompanyLookupAddress', 'An address of the company.', {
        street: optionalText(256),
        city: optionalText(128),
        state: optionalText(64),
        zip: optionalText(16),
        country: optionalText(64),
      }),
    ),
  ),
  product_type: optionalChoice(PRODUCT_TYPES),
});
export type CompanyLookup = Static<typeof CompanyLookup>;

export type Company = {
  company_mapping_id: string;
  name: string;
  domain: string | null;
  logo_url: string | null;
  /** The EIN as nine digits, without a dash. */
  ein: string | null;
  phone: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  provider_id: string | null;
  mapping_status: MappingStatus;
  success_rate: SuccessRate | null;
  deposit_switch: DepositSwitchFeature | null;
};

export type FoundCompany = { company: Company; confidence: number };

/**
 * Sorts by confidence, highest first. Companies with the same confidence are sorted by success rate, highest first,
 * then by name, then by id.
 */
export const byConfidence = (a: FoundCompany, b: FoundCompany): number =>
  toHundredths(b.confidence) - toHundredths(a.confidence) ||
  rankOf(a.company.success_rate) - rankOf(b.company.success_rate) ||
  compareTexts(a.company.name, b.company.name) ||
  compareTexts(a.company.company_mapping_id, b.company.company_mapping_id);

const RANKS: readonly (SuccessRate | null)[] = ['high', 'medium', 'low', null, 'unsupported'];
const rankOf = (rate: SuccessRate | null): number => RANKS.indexOf(rate);
const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const toHundredths = (confidence: number): number => Math.round(confidence * 100);

/**
 * `providers` contains only providers of the caller's environment, so a company is never shown with another
 * environment's provider.
 */
export function presentCompany(
  { company, confidence }: FoundCompany,
  providers: readonly ProviderInfo[],
  product: ProductType | undefined,
): CompanyAnswer {
  const provider = providers.find(({ id }) => id === company.provider_id);
  return {
    company_mapping_id: company.company_mapping_id,
    id: company.company_mapping_id,
    name: company.name,
    domain: company.domain,
    logo_url: company.logo_url,
    confidence_level: (toHundredths(confidence) / 100).toFixed(2),
    success_rate: successRateOf(company, provider, product),
    mapping_status: company.mapping_status,
    provider: provider === undefined ? null : toProviderRef(provider),
    features: { deposit_switch: provider?.products.includes('deposit_switch') ? company.deposit_switch : null },
  };
}

/**
 * The success rate for the product. It is `unsupported` if the company has no supported provider, or if the provider
 * does not support the product. This applies even if a success rate of the company is known.
 */
function successRateOf(
  company: Company,
  provider: ProviderInfo | undefined,
  product: ProductType | undefined,
): SuccessRate | null {
  if (provider === undefined || !provider.is_supported) return 'unsupported';
  if (product !== undefined && !provider.products.includes(product)) return 'unsupported';
  return company.success_rate;
}

export const toEmployerRef = ({ company_mapping_id, name, logo_url }: Company): EmployerRef => ({
  id: company_mapping_id,
  name,
  logo_url,
});
