// Looks up a company by any fields that are known about the company. A field is compared only if both the lookup and
// the company have a value for it. The result is the weighted share of the fields that agree. Identifiers (EIN, domain)
// have more weight than state and zip code.
import type { Company, CompanyLookup } from './companies.ts';
import { IDENTIFIER_FORMS, type Identifier, identifierKey } from './company-identifiers.ts';
import { asWritten, type Condition, eachWord, withErrors, withWordsMissing } from './company-keys.ts';
import { fitOf, type NameQuery, wholeName, wordsOf } from './company-names.ts';

type GivenValues = Readonly<Record<Identifier | 'id' | 'street' | 'city', string | undefined>>;
export type Criteria = { readonly name: NameQuery | undefined; readonly given: GivenValues };

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** True if no field of the lookup describes a company. `product_type` does not describe a company. */
export function asksNothing({ id, name, domain, ein, phone, state, address }: CompanyLookup): boolean {
  return ![id, name, domain, ein, phone, state, ...Object.values(address ?? {})].some(isGiven);
}

/** Normalises the fields of the lookup; malformed values are ignored. */
export function toCriteria({ id, name, address, ...lookup }: CompanyLookup): Criteria {
  const inForm = (kind: Identifier, ...texts: (string | null | undefined)[]) =>
    texts.map((text) => IDENTIFIER_FORMS[kind](text ?? '')).find((value) => value !== undefined);
  return {
    name: isGiven(name) ? wholeName(name ?? '') : undefined,
    given: {
      id: id || undefined,
      ein: inForm('ein', lookup.ein),
      domain: inForm('domain', lookup.domain),
      phone: inForm('phone', lookup.phone),
      state: inForm('state', lookup.state, address?.state),
      zip: inForm('zip', address?.zip),
      street: address?.street || undefined,
      city: address?.city || undefined,
    },
  };
}

/**
 * The index lookups to try, starting with the most specific one. A state or zip code is looked up alone only if nothing
 * else is known. Otherwise it only distinguishes companies of the same name.
 */
export function lookupConditions({ name, given }: Criteria): Condition[] {
  const place = keyOf(given, 'zip') ?? keyOf(given, 'state');
  const certain = (['ein', 'domain', 'phone'] as const).flatMap((kind) => keyOf(given, kind) ?? []);
  if (name === undefined || name.words.length === 0) {
    if (certain.length > 0) return [{ any: certain }];
    return place === undefined ? [] : [place];
  }
  const written = asWritten(name);
  const there = place === undefined ? [] : [{ any: [...certain, { all: [written, place] }] }];
  return [...there, { any: [...certain, written] }, { any: [...certain, withErrors(name)] }];
}

/** The fallback if no company was found: companies whose names contain some of the query's words. */
export const looseCondition = ({ name }: Criteria): Condition | undefined => name && withWordsMissing(name);

/**
 * Conditions that rank the matches: a match that meets more conditions ranks higher. If there are several hundred
 * matches, only the highest-ranked matches are compared in detail.
 */
export const lookupPreferences = ({ name, given }: Criteria): Condition[] => [
  ...(name === undefined ? [] : eachWord(name)),
  ...(['ein', 'domain', 'phone', 'state', 'zip'] as const).flatMap((kind) => keyOf(given, kind) ?? []),
];

function keyOf(given: GivenValues, kind: Identifier): Condition | undefined {
  const value = given[kind];
  return value === undefined ? undefined : { key: identifierKey(kind, value), is_start: false };
}

/** The agreement from 0 to 1: the weighted share of agreeing fields among the fields that can be compared. */
export function agreementOf({ name, given }: Criteria, company: Company): number {
  const same = (kind: Identifier) => compare(given[kind], company[kind], isSame);
  const compared: [score: number | undefined, weight: number][] = [
    [compare(given.id, company.company_mapping_id, isSame), 4],
    [same('ein'), 4],
    [same('domain'), 3],
    [name && fitOf(name, wordsOf(company.name)).confidence, 3],
    [same('phone'), 2],
    [same('zip'), 1],
    [same('state'), 1],
    [compare(given.city, company.city, likeness), 0.5],
    [compare(given.street, company.street, likeness), 0.5],
  ];
  let [sum, weights] = [0, 0];
  for (const [score, weight] of compared) {
    if (score === undefined) continue;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

const isSame = (a: string, b: string): number => Number(a === b);
const likeness = (a: string, b: string): number => fitOf(wholeName(a), wordsOf(b)).confidence;

/** Returns how similar two values are, or `undefined` if one of the values is missing. */
function compare(
  asked: string | undefined,
  known: string | null,
  score: (a: string, b: string) => number,
): number | undefined {
  return asked === undefined || known === null ? undefined : score(asked, known);
}
