// Response schemas of the catalogue of companies and providers: contract, section 18.
import {
  boolean,
  choice,
  count,
  dataSource,
  depositType,
  distinct,
  each,
  id,
  list,
  matching,
  nonEmpty,
  object,
  orNull,
  productType,
  providerRef,
  text,
  url,
} from './words.ts';

const successRate = orNull(choice('high', 'medium', 'low', 'unsupported'));

export const company = object({
  company_mapping_id: id,
  id,
  name: text(256),
  domain: orNull(text(253)),
  logo_url: orNull(url),
  confidence_level: matching('^(0\\.\\d{2}|1\\.00)$'),
  success_rate: successRate,
  mapping_status: choice('verified', 'mapped', 'unmapped'),
  provider: orNull(providerRef),
  features: object({
    deposit_switch: orNull(
      object({
        deposit_types: distinct(nonEmpty(list(depositType))),
        ...each(count, 'amount_precision', 'percent_precision', 'max_number'),
      }),
    ),
  }),
});
export const companies = list(company);

export const provider = object({
  id: text(64),
  name: text(),
  logo_url: orNull(url),
  domain: orNull(text(253)),
  is_supported: boolean,
  success_rate: successRate,
  data_source: dataSource,
  products: distinct(list(productType)),
  is_live: boolean,
  status: choice('up', 'degraded', 'down', 'unknown'),
});
