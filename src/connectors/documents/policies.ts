// Turns the declarations pages of insurers into policies. A page shows the policy as it was on the day when the page
// was printed.
import { objectId } from '#connectors/wire.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import type { Insurance, Policy } from '#domain/reports/insurance.ts';
import { toAddress } from './addresses.ts';
import { coveragesOf, rowsByVehicle } from './coverages.ts';
import { amountOf, dateOf, firstOf, textOf, yearOf } from './fields.ts';
import { namePartsOf, peopleIn } from './people-names.ts';

export const isPolicy = ({ document_type }: UploadedDocument): boolean =>
  document_type === 'INSURANCE_HOME_POLICY' || document_type === 'INSURANCE_AUTO_POLICY';

/**
 * Builds the policies, newest first. If several pages describe the same policy and term, the page that was uploaded
 * last is used.
 */
export function insuranceOf(documents: readonly UploadedDocument[], link_id: string, today: string): Insurance {
  const pages = new Map<string, UploadedDocument>();
  for (const document of documents.filter(isPolicy)) if (isIdentified(document)) pages.set(keyOf(document), document);
  const policies = [...pages].map(([key, document]) => ({
    ...policyOf(document, key, link_id, today),
    carrier_name: carrierOf(document, documents) ?? '',
  }));
  return {
    policies: policies.toSorted((a, b) => (b.effective_date ?? '').localeCompare(a.effective_date ?? '')),
    drivers: [],
    addresses: addressesOf([...pages.values()], link_id),
    driving_records: [],
    agents: [],
  };
}

/**
 * Returns the insurer on the page, or the insurer on another page of the same policy. If no page of the policy names an
 * insurer, the insurer of another policy in the same file is used, because a file comes from one insurer.
 */
function carrierOf(document: UploadedDocument, documents: readonly UploadedDocument[]): string | null {
  const own = textOf(document.fields, 'insurer_name');
  if (own !== null) return own;
  const number = numberOf(document);
  const others = documents.filter((other) => isPolicy(other) && other !== document);
  const same_policy = others.filter((other) => number !== null && numberOf(other) === number);
  const same_file = others.filter(({ file_id }) => file_id === document.file_id);
  const named = (found: readonly UploadedDocument[]) => firstOf(found, ({ fields }) => textOf(fields, 'insurer_name'));
  return named(same_policy) ?? named(same_file);
}

/** A policy with neither an insurer nor a number is left out, because it could not be recognised in a later upload. */
const isIdentified = ({ fields }: UploadedDocument): boolean =>
  textOf(fields, 'insurer_name') !== null || textOf(fields, 'policy_number') !== null;

function keyOf({ document_type, fields }: UploadedDocument): string {
  const number = numberOf({ fields });
  const insurer = wordsOf(textOf(fields, 'insurer_name') ?? '').join(' ');
  return JSON.stringify([document_type, number ?? insurer, dateOf(fields, 'effective_date')]);
}

const numberOf = ({ fields }: Pick<UploadedDocument, 'fields'>): string | null =>
  textOf(fields, 'policy_number')
    ?.replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase() ?? null;

function policyOf(
  document: UploadedDocument,
  key: string,
  link_id: string,
  today: string,
): Omit<Policy, 'carrier_name'> {
  const { fields, tables, document_type } = document;
  const is_home = document_type === 'INSURANCE_HOME_POLICY';
  const [effective_date, expiry_date] = [dateOf(fields, 'effective_date'), dateOf(fields, 'expiration_date')];
  return {
    id: objectId(link_id, 'policy', key),
    carrier_policy_number: textOf(fields, 'policy_number'),
    policy_type: is_home ? 'HOMEOWNERS' : 'AUTO',
    name: null,
    description: null,
    effective_date,
    expiry_date,
    renewal_date: null,
    canceled_date: null,
    total_premium: amountOf(fields, 'premium'),
    deductible: commonDeductible(tables['coverages'] ?? []),
    status: statusOf(effective_date, expiry_date, today),
    paid_in_full: null,
    dwellings: is_home ? [dwellingOf(document, key, link_id)] : [],
    vehicles: is_home ? [] : vehiclesOf(document, key, link_id),
    named_insureds: insuredsOf(document, key, link_id),
    commercial_named_insureds: [],
    claims: [],
  };
}

function statusOf(effective: string | null, expiry: string | null, today: string): Policy['status'] {
  if (expiry !== null && expiry <= today) return 'EXPIRED';
  if (effective !== null && effective > today) return 'PENDING';
  return effective === null || expiry === null ? 'OTHER' : 'ACTIVE';
}

/**
 * Returns the deductible of the policy. The deductible is known only if all coverages that have a deductible have the
 * same one.
 */
function commonDeductible(rows: UploadedDocument['tables'][string]): bigint | null {
  const amounts = new Set(rows.flatMap((row) => amountOf(row, 'deductible') ?? []));
  return amounts.size === 1 ? ([...amounts][0] ?? null) : null;
}

function dwellingOf({ fields, tables }: UploadedDocument, key: string, link_id: string): Policy['dwellings'][number] {
  return {
    id: objectId(link_id, 'dwelling', key),
    address: toAddress(textOf(fields, 'property_address')),
    replacement_cost: null,
    cash_value: null,
    coverages: coveragesOf(tables['coverages'] ?? [], link_id, key),
    mortgagees: [],
  };
}

function vehiclesOf({ tables }: UploadedDocument, key: string, link_id: string): Policy['vehicles'] {
  const vehicles = tables['vehicles'] ?? [];
  const rows = rowsByVehicle(tables['coverages'] ?? [], vehicles.length);
  return vehicles.map((vehicle, at) => {
    const vin = textOf(vehicle, 'vin');
    const vehicle_key = JSON.stringify([key, vin ?? at]);
    return {
      id: objectId(link_id, 'vehicle', vehicle_key),
      vin,
      year: yearOf(vehicle, 'year'),
      make: textOf(vehicle, 'make'),
      model: textOf(vehicle, 'model'),
      series: null,
      type: null,
      annual_mileage: null,
      is_removed: false,
      lien_holder: null,
      coverages: coveragesOf(rows[at] ?? [], link_id, vehicle_key),
    };
  });
}

function insuredsOf({ fields }: UploadedDocument, key: string, link_id: string): Policy['named_insureds'] {
  return insuredNames(fields).map((full_name, at) => {
    const { first_name, last_name, middle_initials } = namePartsOf(full_name);
    const id = objectId(link_id, 'named_insured', JSON.stringify([key, full_name.toLowerCase()]));
    return { id, first_name, middle_name: middle_initials, last_name, full_name, is_primary: at === 0 };
  });
}

export const insuredNames = (fields: UploadedDocument['fields']): string[] =>
  peopleIn(textOf(fields, 'insured_name') ?? '');

/** Returns the addresses of the insured homes, each address once. */
function addressesOf(documents: readonly UploadedDocument[], link_id: string): Insurance['addresses'] {
  const texts = new Set(documents.flatMap(({ fields }) => textOf(fields, 'property_address') ?? []));
  return [...texts].map((text) => ({
    id: objectId(link_id, 'insured_address', text.toLowerCase()),
    ...toAddress(text),
    address_nature: 'PROPERTY',
  }));
}
