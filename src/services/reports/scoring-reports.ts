// Scoring reports. A report is completed when it is requested. If the bank data has not arrived by then, the report is
// completed when it is first read after the arrival of the data.
import { alertOf } from '#analysis/scoring/alerts.ts';
import { incorrect, notFound } from '#base/errors.ts';
import {
  NO_FINDINGS,
  presentScoringReport,
  type ScoredSource,
  type ScoringFindings,
  type ScoringQuestion,
  type ScoringReportAnswer,
  type ScoringSnapshot,
  type ScoringStatus,
} from '#domain/reports/scoring-reports.ts';
import type { ReadScoringRequest } from '#services/platform/compute-work.ts';
import { type Ctx, missing } from '#services/platform/ctx.ts';
import { sealList, unsealList } from '#services/platform/sealed-json.ts';
import { bytesOf } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import { findDataKey } from '#storage/platform/data-keys.ts';
import {
  findScoringReport,
  finishScoringReport,
  hasScoringReport,
  insertScoringReport,
  type StoredScoringReport,
} from '#storage/reports/scoring-reports.ts';
import { todayOf } from './bank-income.ts';
import { findScored, readBankSections, type ScoredPerson } from './scoring-sources.ts';

/**
 * Parses and validates a request; throws if it is invalid. If the request contains the account data itself, also
 * computes the findings.
 */
export const readScoringRequest = (ctx: Ctx, body: Buffer): Promise<ReadScoringRequest> =>
  ctx.compute.run(
    'scoring_of_request',
    { body, today: todayOf(ctx) },
    { client_id: ctx.scope.client_id, bytes: body.length },
  );

/**
 * Returns the report's id. If the request contains the accounts and transactions themselves, only the findings are
 * stored. The lists from the request are not stored.
 */
export async function createScoringReport(ctx: Ctx, request: ReadScoringRequest): Promise<string> {
  const { question } = request;
  const person = await findScored(ctx, request);
  const { status, findings } = await (person === undefined
    ? sentFindings(request)
    : bankFindings(ctx, question, person));
  const customer_hash = customerHash(ctx, question.customer_identifier);
  const [id, now] = [ctx.newId(), ctx.now()];
  const bytes = await sealed(ctx, id, person?.user_id ?? null, { ...question, ...findings });
  const report = bytes && {
    id,
    user_id: person?.user_id ?? null,
    link_id: person?.link_id ?? null,
    customer_hash,
    refresh: await hasScoringReport(ctx.db, ctx.scope, customer_hash),
    status,
    sealed: bytes,
    created_at: now,
    updated_at: now,
  };
  if (report === undefined || !(await insertScoringReport(ctx.db, ctx.scope, report))) throw sourceGone(request);
  return id;
}

export async function getScoringReport(ctx: Ctx, id: string): Promise<ScoringReportAnswer> {
  const report = await findScoringReport(ctx.db, ctx.scope, id);
  if (report === undefined) throw await missing(ctx, (db, scope) => findScoringReport(db, scope, id));
  const key = await ctx.vault.unwrap(ctx.scope, report.user_id ?? ctx.scope.client_id, report);
  const snapshot = unsealList<ScoringSnapshot>(key, report.sealed, sealedPlace(ctx, id));
  return report.status === 'processing' ? finish(ctx, report, snapshot) : presentScoringReport(report, snapshot);
}

/**
 * Completes a report when it is read. No event announces a scoring report, so a client would not notice if the report
 * were completed earlier. If two reads complete the same report, the result that is stored first is kept.
 */
async function finish(ctx: Ctx, report: StoredScoringReport, question: ScoringQuestion): Promise<ScoringReportAnswer> {
  const { id, user_id, link_id } = report;
  if (user_id === null) throw new Error('a report on data sent by a client was never finished');
  const { status, findings } = await bankFindings(ctx, question, { user_id, link_id });
  const snapshot = { ...question, ...findings };
  if (status === 'processing') return presentScoringReport(report, snapshot);
  const bytes = await sealed(ctx, id, user_id, snapshot);
  if (bytes === undefined) throw notFound();
  const ended = { ...report, status, sealed: bytes, updated_at: ctx.now() };
  const is_ours = await finishScoringReport(ctx.db, ctx.scope, ended);
  return is_ours ? presentScoringReport(ended, snapshot) : getScoringReport(ctx, id);
}

type Found = { status: ScoringStatus; findings: ScoringFindings };

function sentFindings({ findings }: ReadScoringRequest): Found {
  if (findings === undefined) throw new Error('a request has neither accounts nor a user');
  return { status: 'success', findings };
}

async function bankFindings(ctx: Ctx, question: ScoringQuestion, person: ScoredPerson): Promise<Found> {
  const { status, banks } = await readBankSections(ctx, person);
  if (status === 'success') {
    const about = { client_id: ctx.scope.client_id, bytes: bytesOf(...banks.map(({ sections }) => sections)) };
    return { status, findings: await ctx.compute.run('scoring_of_banks', { question, banks }, about) };
  }
  const alerts = status === 'error' ? [alertOf('no_accounts')] : [];
  return { status, findings: { ...NO_FINDINGS, alerts } };
}

/** The hash of a customer. It is always the same for the same customer, and it does not reveal the customer. */
const customerHash = (ctx: Ctx, customer_identifier: string): Buffer =>
  ctx.vault.hash('scored_customer', ctx.scope.client_id, ctx.scope.environment, customer_identifier);

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'scoring_reports', 'sealed', id);

/**
 * Seals a snapshot with the user's key, or with the client's key if there is no user. Returns `undefined` if the user
 * was erased in the meantime.
 */
async function sealed(
  ctx: Ctx,
  id: string,
  user_id: string | null,
  snapshot: ScoringSnapshot,
): Promise<Buffer | undefined> {
  const owner_id = user_id ?? ctx.scope.client_id;
  const row = await findDataKey(ctx.db, ctx.scope, owner_id);
  return row && sealList(await ctx.vault.unwrap(ctx.scope, owner_id, row), snapshot, sealedPlace(ctx, id));
}

/**
 * The user or the link may be erased after it was found. In this case we return the same error as for an unknown user
 * or link.
 */
const sourceGone = ({ link_id }: ScoredSource) =>
  incorrect({ field: link_id ? 'link_id' : 'user_id', message: 'Object not found.' });
