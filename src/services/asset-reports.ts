// Asset reports of a person: over all their links to banks, as they were known when the report was made.
import { assetReport, type HeldLink } from '#analysis/assets/asset-report.ts';
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { changeAssetReport, DEFAULT_ASSET_REPORT } from '#domain/asset-report-options.ts';
import {
  type AssetReportAnswer,
  type AssetReportChoices,
  type AssetReportSnapshot,
  type AssetReportSummary,
  type NewAssetReport,
  newAssetReportFaults,
  presentAssetReport,
  presentAssetSummary,
  unknownAccounts,
} from '#domain/asset-reports.ts';
import type { Paging } from '#domain/pages.ts';
import { presentUser } from '#domain/users.ts';
import type { StoredUser } from '#storage/users.ts';
import type { Ctx } from './ctx.ts';
import { readLinkData } from './link-data.ts';
import { keyOf, linksOf, providerRefOf, type StoredLink } from './links.ts';
import { keepReport, listReports, openReport } from './report-snapshots.ts';
import { chooseTemplate, templateOf } from './templates.ts';
import { getUser } from './users.ts';

const KIND = 'voa';

/** What is not said is as the client's template for assets has it. */
export async function createAssetReport(ctx: Ctx, user: StoredUser, input: NewAssetReport): Promise<AssetReportAnswer> {
  const choices = changeAssetReport(await usualChoices(ctx), input);
  const faults = newAssetReportFaults(choices, todayOf(ctx));
  if (faults.length > 0) throw incorrect(...faults);
  const links = await heldLinks(ctx, user.id);
  const known = new Set(links.flatMap(({ accounts }) => accounts.map(({ id }) => id)));
  const unknown = unknownAccounts(choices, known);
  if (unknown.length > 0) throw incorrect(...unknown);
  return keepAssetReport(ctx, user, links, choices);
}

/** For a story that makes a report on its way, in its transaction; the id. Accounts nobody knows are not missed. */
export async function makeAssetReport(ctx: Ctx, user: StoredUser, choices: AssetReportChoices): Promise<string> {
  return (await keepAssetReport(ctx, user, await heldLinks(ctx, user.id), choices)).report_id;
}

export async function getAssetReport(ctx: Ctx, user: StoredUser, id: string): Promise<AssetReportAnswer> {
  const { report, snapshot } = await openReport<AssetReportSnapshot>(ctx, user, KIND, id);
  return presentAssetReport(report, snapshot);
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
  links: readonly HeldLink[],
  choices: AssetReportChoices,
): Promise<AssetReportAnswer> {
  const borrower = presentUser(await getUser(ctx, user.id));
  const snapshot = assetReport(borrower, links, choices, todayOf(ctx));
  return presentAssetReport(await keepReport(ctx, user, { kind: KIND, is_voe: choices.is_voe }, snapshot), snapshot);
}

/** Those where a bank has told of accounts, be it that the rest is still being read; newest first. */
async function heldLinks(ctx: Ctx, user_id: string): Promise<HeldLink[]> {
  const links = await linksOf(ctx, [user_id]);
  return (await Promise.all(links.map((link) => heldLink(ctx, link)))).flatMap((held) => held ?? []);
}

async function heldLink(ctx: Ctx, link: StoredLink): Promise<HeldLink | undefined> {
  const key = await keyOf(ctx, link);
  const { accounts, transactions = [] } = await readLinkData(ctx, link.id, key, ['accounts', 'transactions']);
  if (accounts === undefined) return undefined;
  const provider = providerRefOf(ctx, link.provider_id);
  return {
    link_id: link.id,
    provider: provider.id,
    provider_name: provider.name,
    created_at: toTimestamp(link.created_at),
    updated_at: toTimestamp(link.updated_at),
    tracking_info: link.tracking_info,
    accounts,
    transactions,
  };
}

const todayOf = (ctx: Ctx): string => toTimestamp(ctx.now()).slice(0, 10);
