// A user's asset reports. A report covers all bank links of the user, with the data known when it was created.
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { changeAssetReport, DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { presentUser } from '#domain/people/users.ts';
import type { Paging } from '#domain/platform/pages.ts';
import {
  type AssetReportChoices,
  type AssetReportSummary,
  type NewAssetReport,
  newAssetReportFaults,
  presentAssetSummary,
} from '#domain/reports/asset-reports.ts';
import type { DailyBalancesAnswer } from '#domain/reports/daily-balances.ts';
import { chooseTemplate, templateOf } from '#services/access/templates.ts';
import { readSealedSections } from '#services/connections/link-data.ts';
import { keyOf, linksOf } from '#services/connections/links.ts';
import { getUser } from '#services/people/users.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import type { HeldSections } from '#services/platform/compute-work.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { bytesOf } from '#services/platform/sealed-sections.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { aboutLink, findReport, keepSealed, listReports, madeOf, newReport, readReport } from './report-snapshots.ts';

const KIND = 'voa';

/**
 * Creates an asset report. Options that are missing in the request are taken from the client's default template for
 * `assets`.
 */
export async function createAssetReport(ctx: Ctx, user: StoredUser, input: NewAssetReport): Promise<AnswerText> {
  const choices = changeAssetReport(await usualChoices(ctx), input);
  const faults = newAssetReportFaults(choices, todayOf(ctx));
  if (faults.length > 0) throw incorrect(...faults);
  return (await keepAssetReport(ctx, user, choices, true)).answer;
}

/** Creates a report within the caller's transaction and returns its id. Unknown accounts are ignored. */
export const makeAssetReport = async (ctx: Ctx, user: StoredUser, choices: AssetReportChoices): Promise<string> =>
  (await keepAssetReport(ctx, user, choices, false)).id;

export type FoundAssetReport = Awaited<ReturnType<typeof findAssetReport>>;

export const findAssetReport = (ctx: Ctx, user: StoredUser, id: string) => findReport(ctx, user, KIND, id);

export const readAssetReport = (ctx: Ctx, { report, kept }: FoundAssetReport): Promise<AnswerText> =>
  readReport(ctx, { kind: 'assets', made: madeOf(report) }, kept);

/** The daily balances of a report's accounts, for the console. */
export async function readDailyBalances(ctx: Ctx, { kept }: FoundAssetReport): Promise<DailyBalancesAnswer> {
  const { json } = await readReport(ctx, { kind: 'daily_balances' }, kept);
  return JSON.parse(json);
}

export async function listAssetReports(
  ctx: Ctx,
  user: StoredUser,
  paging: Paging,
): Promise<{ count: number; results: AssetReportSummary[] }> {
  const { count, reports } = await listReports(ctx, user.id, KIND, paging);
  return { count, results: reports.map(presentAssetSummary) };
}

async function usualChoices(ctx: Ctx): Promise<AssetReportChoices> {
  const template_id = await chooseTemplate(ctx, null, 'assets');
  return template_id ? (await templateOf(ctx, template_id)).settings.reports.voa : DEFAULT_ASSET_REPORT;
}

async function keepAssetReport(
  ctx: Ctx,
  user: StoredUser,
  choices: AssetReportChoices,
  is_strict: boolean,
): Promise<{ id: string; answer: AnswerText }> {
  const links = await heldLinks(ctx, user.id);
  const borrower = presentUser(await getUser(ctx, user.id));
  const { made, goes } = await newReport(ctx, user);
  const result = await ctx.compute.run(
    'assets',
    { links, borrower, choices, today: todayOf(ctx), made, goes, is_strict },
    { client_id: ctx.scope.client_id, bytes: bytesOf(...links.map(({ sections }) => sections)) },
  );
  if ('faults' in result) throw incorrect(...result.faults);
  await keepSealed(ctx, user, { ...made, kind: KIND, is_voe: choices.is_voe, sealed: result.sealed });
  return { id: made.id, answer: new AnswerText(result.json) };
}

/** The user's links with their sealed bank data, newest link first. */
async function heldLinks(ctx: Ctx, user_id: string): Promise<HeldSections[]> {
  const links = await linksOf(ctx, [user_id]);
  return Promise.all(
    links.map(async (link) => ({
      ...aboutLink(ctx, link),
      sections: await readSealedSections(ctx, link.id, await keyOf(ctx, link), ['accounts', 'transactions']),
    })),
  );
}

const todayOf = (ctx: Ctx): string => toTimestamp(ctx.now()).slice(0, 10);
