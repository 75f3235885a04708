// Searches companies by a few letters, by a whole name, or by any known details.
import { elapsedMs } from '#base/clock.ts';
import { incorrect, notFound } from '#base/errors.ts';
import {
  byConfidence,
  COMPANIES_FOUND_MAX,
  type Company,
  type CompanyLookup,
  type FoundCompany,
  toEmployerRef,
} from '#domain/connections/companies.ts';
import { asWritten, type Condition, eachWord, withErrors, withWordsMissing } from '#domain/connections/company-keys.ts';
import {
  agreementOf,
  asksNothing,
  lookupConditions,
  lookupPreferences,
  looseCondition,
  toCriteria,
} from '#domain/connections/company-lookup.ts';
import { fitOf, type NameQuery, whileTyping, wholeName } from '#domain/connections/company-names.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import {
  type CompanyRow,
  findCompany as findRow,
  listCompaniesBeginning,
  listCompanies as listRows,
  searchCompanies as searchRows,
} from '#storage/connections/companies.ts';

/** The minimum confidence of a result. A result with less confidence is probably not related to the query. */
const CONFIDENCE_MIN = 0.4;
/**
 * The minimum confidence at which we choose the employer automatically. It is high, because a wrong employer is worse
 * than no employer.
 */
const CONFIDENCE_SURE = 0.75;
/**
 * The minimum confidence at which we choose the employer by the words of a bank transaction. It is higher than
 * `CONFIDENCE_SURE`, because no user chose these words.
 */
const CONFIDENCE_CERTAIN = 0.9;
/**
 * Names in payments are truncated to sixteen characters. If the sixteenth character is a space, the space is lost, and
 * fifteen characters remain.
 */
const CUT_LENGTH_MIN = 15;
/** A query of one or two letters occurs inside half of all names, so it is matched only at the beginning of a name. */
const LETTERS_INSIDE_MIN = 3;

/** Searches while the user is typing, so the last word may be only a prefix. */
export const searchCompanies = (ctx: Ctx, query: string): Promise<FoundCompany[]> => search(ctx, whileTyping(query));

/** Searches for companies by a complete name, such as a name from a form or a pay stub. */
export const matchCompanies = (ctx: Ctx, name: string): Promise<FoundCompany[]> => search(ctx, wholeName(name));

/** The company to which a name refers with high confidence; `undefined` if no company matches with that confidence. */
export async function bestCompanyMatch(ctx: Ctx, name: string): Promise<EmployerRef | undefined> {
  const [best] = await matchCompanies(ctx, name);
  return best !== undefined && best.confidence >= CONFIDENCE_SURE ? toEmployerRef(best.company) : undefined;
}

/**
 * Returns the employer whose name occurs in a bank transaction, if the match has high confidence. The name may be
 * truncated, because banks shorten names in transactions. The same few names occur in every report of a user, so results are cached for a minute.
 */
export async function employerOnStatement(ctx: Ctx, name: string): Promise<EmployerRef | undefined> {
  const answers = ANSWERS.get(ctx.database) ?? new Map<string, Answer>();
  ANSWERS.set(ctx.database, answers);
  const key = `${ctx.scope.environment}/${name}`;
  const known = answers.get(key);
  if (known !== undefined && elapsedMs() - known.given_ms < ANSWER_MS) return known.employer;
  const employer = await findEmployerOnStatement(ctx, name);
  if (answers.size >= ANSWERS_MAX) answers.clear();
  answers.set(key, { employer, given_ms: elapsedMs() });
  return employer;
}

type Answer = { employer: EmployerRef | undefined; given_ms: number };
const ANSWERS = new WeakMap<object, Map<string, Answer>>();
const ANSWERS_MAX = 1_000;
const ANSWER_MS = 60_000;

async function findEmployerOnStatement(ctx: Ctx, name: string): Promise<EmployerRef | undefined> {
  const [best] = await searchCompanies(ctx, name);
  if (best === undefined) return undefined;
  const is_cut = name.length >= CUT_LENGTH_MIN && best.company.name.toUpperCase().startsWith(name.toUpperCase());
  return is_cut || best.confidence >= CONFIDENCE_CERTAIN ? toEmployerRef(best.company) : undefined;
}

export async function findCompany(ctx: Ctx, company_mapping_id: string): Promise<EmployerRef | undefined> {
  const company = await findRow(ctx.db, ctx.scope.environment, company_mapping_id);
  return company && toEmployerRef(company);
}

export async function getCompany(ctx: Ctx, company_mapping_id: string): Promise<Company> {
  const company = await findRow(ctx.db, ctx.scope.environment, company_mapping_id);
  if (company === undefined) throw notFound();
  return company;
}

/** Lists all companies, newest first. With a query, lists only the matching companies, best match first. */
export async function listCompanies(
  ctx: Ctx,
  query: string | undefined,
  paging: Paging,
): Promise<{ count: number; companies: FoundCompany[] }> {
  if (query === undefined || query === '') {
    const { count, rows } = await listRows(ctx.db, ctx.scope.environment, paging);
    return { count, companies: rows.map(asAsked) };
  }
  const found = await searchCompanies(ctx, query);
  const start = (paging.page - 1) * paging.page_size;
  return { count: found.length, companies: found.slice(start, start + paging.page_size) };
}

/** Searches by any known details of a company. */
export async function lookUpCompanies(ctx: Ctx, lookup: CompanyLookup): Promise<FoundCompany[]> {
  if (asksNothing(lookup)) throw incorrect({ field: 'name', message: 'This field is required.' });
  const criteria = toCriteria(lookup);
  const { environment } = ctx.scope;
  const rank = (rows: readonly CompanyRow[]) =>
    rows
      .map((company) => ({ company, confidence: agreementOf(criteria, company) }))
      .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
      .toSorted(byConfidence);
  const preferences = lookupPreferences(criteria);
  const name_length = criteria.name?.words.join(' ').length ?? 0;
  const searchWith = (condition: Condition) => searchRows(ctx.db, environment, { condition, preferences, name_length });
  const { id } = criteria.given;
  const named = id === undefined ? undefined : await findRow(ctx.db, environment, id);
  let found = named === undefined ? [] : [named];
  for (const condition of lookupConditions(criteria)) {
    if (rank(found).length < COMPANIES_FOUND_MAX) found = unique([...found, ...(await searchWith(condition))]);
  }
  const loose = rank(found).length > 0 ? undefined : looseCondition(criteria);
  return rank(loose === undefined ? found : await searchWith(loose));
}

/**
 * First searches for the words as written. This search is the cheapest, and it usually finds the company. If there are
 * too few results, the search allows one typing error per word. If nothing matches, the search allows some words of the
 * query to be missing in the name. For example, "Home Depot store 4512" finds the company Home Depot.
 */
async function search(ctx: Ctx, query: NameQuery): Promise<FoundCompany[]> {
  const { environment } = ctx.scope;
  const text = query.words.join(' ');
  if (text === '') return [];
  const rank = (rows: readonly CompanyRow[], fits: (fit: Fitting) => boolean) =>
    rows
      .map((company) => ({ company, ...fitOf(query, company.search_name.split(' ')) }))
      .filter(fits)
      .toSorted(byConfidence);
  const searchWith = (condition: Condition, preferences: readonly Condition[] = []) =>
    searchRows(ctx.db, environment, { condition, preferences, name_length: text.length });
  // The same word may occur in tens of thousands of names, so we first read the names that begin with the query. Among
  // these names, an exact match is listed first.
  const beginning = await listCompaniesBeginning(ctx.db, environment, text);
  if (query.is_unfinished && text.length < LETTERS_INSIDE_MIN) return rank(beginning, isComplete);
  const written = rank(unique([...beginning, ...(await searchWith(asWritten(query)))]), isComplete);
  if (written.length >= COMPANIES_FOUND_MAX) return written;
  const with_errors = rank(
    unique([...written.map(({ company }) => company), ...(await searchWith(withErrors(query), [asWritten(query)]))]),
    isComplete,
  );
  const loose = with_errors.length > 0 ? undefined : withWordsMissing(query);
  if (loose === undefined) return with_errors;
  return rank(await searchWith(loose, eachWord(query)), ({ confidence }) => confidence >= CONFIDENCE_MIN);
}

type Fitting = ReturnType<typeof fitOf>;
const isComplete = ({ is_complete }: Fitting): boolean => is_complete;

const unique = (rows: readonly CompanyRow[]): CompanyRow[] => [
  ...new Map(rows.map((row) => [row.company_mapping_id, row])).values(),
];

/** If there is no query, nothing is compared, so every company gets full confidence. */
const asAsked = (company: Company): FoundCompany => ({ company, confidence: 1 });
