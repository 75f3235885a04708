// Income as the accounts of one link show it: a report that is made when it is asked for, or as soon as the bank has told.
import { bankReport } from '#analysis/insights/bank-report.ts';
import { accountsIn } from '#analysis/insights/insights-report.ts';
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  companiesOf,
  type LinkIncomeAnswer,
  type LinkIncomeSnapshot,
  type LinkIncomeStatus,
  type NewLinkIncome,
} from '#domain/income-insights.ts';
import type { DataSource } from '#domain/products.ts';
import { isFinal } from '#domain/tasks.ts';
import {
  findNewestLinkIncome,
  finishLinkIncome,
  insertLinkIncome,
  type LinkIncomeRow,
} from '#storage/link-income-reports.ts';
import { knownPayOf, todayOf, withEmployers } from './bank-income.ts';
import type { Ctx } from './ctx.ts';
import { type ToldLink, toldLinks, usualDays } from './income-insights.ts';
import { keyOf, providerRefOf, type StoredLink, secretsOf } from './links.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { place } from './vault.ts';

const BANKS: ReadonlySet<DataSource> = new Set(['financial_accounts', 'scoring_attributes']);

export async function createLinkIncome(ctx: Ctx, link: StoredLink, input: NewLinkIncome): Promise<LinkIncomeAnswer> {
  const days_requested = input.days_requested ?? (await usualDays(ctx, link.template_id));
  const asked = { id: ctx.newId(), link_id: link.id, days_requested, created_at: ctx.now() };
  const { status, snapshot } = await madeNow(ctx, link, days_requested);
  const row = { ...asked, ...(await sealedEnd(ctx, link, asked.id, status, snapshot)) };
  if (!(await insertLinkIncome(ctx.db, ctx.scope, row))) throw notFound();
  return present(ctx, link, row, snapshot);
}

/** The newest one. Whoever asked before the bank had told gets it with the first look after that. */
export async function getLinkIncome(ctx: Ctx, link: StoredLink): Promise<LinkIncomeAnswer> {
  const row = await findNewestLinkIncome(ctx.db, ctx.scope, link.id);
  if (row === undefined) throw notFound();
  if (row.status !== 'processing') return opened(ctx, link, row);
  const { status, snapshot } = await madeNow(ctx, link, row.days_requested);
  const end = await sealedEnd(ctx, link, row.id, status, snapshot);
  if (status === 'processing') return present(ctx, link, row, snapshot);
  const kept = await finishLinkIncome(ctx.db, ctx.scope, { ...row, ...end });
  // Another was quicker: what is kept counts.
  return kept ? present(ctx, link, { ...row, ...end }, snapshot) : getLinkIncome(ctx, link);
}

type Made = { status: LinkIncomeStatus; snapshot: LinkIncomeSnapshot };

async function madeNow(ctx: Ctx, link: StoredLink, days_requested: number): Promise<Made> {
  const links = await toldLinks(ctx, link.user_id);
  const own = links.find((one) => one.link.id === link.id);
  if (own === undefined) throw notFound();
  const status = statusOf(own);
  const { accounts = [], transactions = [] } = status === 'success' ? own.told : {};
  const days = { as_of: todayOf(ctx), days_requested };
  const report = bankReport({ accounts, transactions }, days, knownPayOf(links));
  const income = await withEmployers(ctx, report.sources);
  return {
    status,
    snapshot: {
      tracking_info: link.tracking_info,
      provider: providerRefOf(ctx, link.provider_id).id,
      companies: companiesOf(income),
      accounts: accountsIn(accounts, report),
      income,
      summary: report.summary,
      is_suspicious: link.is_suspicious,
    },
  };
}

/** A bank that told nothing to the end is an error; a link that never was one to a bank has no such report. */
function statusOf({ link, told: { accounts, transactions } }: ToldLink): LinkIncomeStatus {
  if (accounts === undefined && !BANKS.has(link.data_source)) throw notFound();
  if (!isFinal(link.status) && (accounts === undefined || transactions === undefined)) return 'processing';
  return accounts === undefined ? 'error' : 'success';
}

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'link_income_reports', 'sealed', id);

async function sealedEnd(
  ctx: Ctx,
  link: StoredLink,
  id: string,
  status: LinkIncomeStatus,
  snapshot: LinkIncomeSnapshot,
): Promise<Pick<LinkIncomeRow, 'status' | 'sealed' | 'completed_at'>> {
  const sealed = sealList(await keyOf(ctx, link), snapshot, sealedPlace(ctx, id));
  return { status, sealed, completed_at: status === 'processing' ? null : ctx.now() };
}

async function opened(ctx: Ctx, link: StoredLink, row: LinkIncomeRow): Promise<LinkIncomeAnswer> {
  const key = await keyOf(ctx, link);
  return present(ctx, link, row, unsealList<LinkIncomeSnapshot>(key, row.sealed, sealedPlace(ctx, row.id)));
}

async function present(
  ctx: Ctx,
  link: StoredLink,
  { id, status, completed_at, days_requested }: LinkIncomeRow,
  snapshot: LinkIncomeSnapshot,
): Promise<LinkIncomeAnswer> {
  const { tracking_info, provider, ...shown } = snapshot;
  return {
    id,
    status,
    completed_at: completed_at && toTimestamp(completed_at),
    days_requested,
    tracking_info,
    provider,
    access_token: (await secretsOf(ctx, link)).access_token,
    ...shown,
  };
}
