// Bank income reports of one link. A report is completed when it is requested. If the bank's data has not arrived by
// then, the report is completed when it is first read after the arrival of the data.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { DataSource } from '#domain/access/products.ts';
import { isFinal } from '#domain/connections/tasks.ts';
import { type LinkIncomeStatus, linkIncomeFileName, type NewLinkIncome } from '#domain/reports/income-insights.ts';
import { keyOf, providerRefOf, type StoredLink, secretsOf } from '#services/connections/links.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { LinkIncomeShown } from '#services/platform/kept-reports.ts';
import { type PdfFile, print } from '#services/platform/printed.ts';
import { asBuffer, bytesOf, type Sealed } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import {
  findNewestLinkIncome,
  finishLinkIncome,
  insertLinkIncome,
  type LinkIncomeRow,
} from '#storage/reports/link-income-reports.ts';
import { aboutIncome, todayOf } from './bank-income.ts';
import { payrollOf, type SealedLink, sealedLinks, usualDays } from './income-insights.ts';
import { readReport } from './report-snapshots.ts';

const BANKS: ReadonlySet<DataSource> = new Set(['financial_accounts', 'scoring_attributes']);

export async function createLinkIncome(ctx: Ctx, link: StoredLink, input: NewLinkIncome): Promise<AnswerText> {
  const days_requested = input.days_requested ?? (await usualDays(ctx, link.template_id));
  const asked = { id: ctx.newId(), link_id: link.id, days_requested, created_at: ctx.now() };
  const { answer, ...end } = await madeNow(ctx, link, asked);
  if (!(await insertLinkIncome(ctx.db, ctx.scope, { ...asked, ...end }))) throw notFound();
  return answer;
}

/**
 * Returns the newest report. If the report was requested before the bank's data arrived, the first call after the
 * arrival of the data completes the report.
 */
export async function getLinkIncome(ctx: Ctx, link: StoredLink): Promise<AnswerText> {
  const found = await finished(ctx, link);
  return found.answer ?? readReport(ctx, { kind: 'link_income', row: found.row }, found.kept);
}

export async function printLinkIncome(ctx: Ctx, link: StoredLink): Promise<PdfFile> {
  const { row, kept } = await finished(ctx, link);
  const origin = {
    link_id: link.id,
    provider_name: providerRefOf(ctx, link.provider_id).name,
    data_source: link.data_source,
  };
  return print(ctx, linkIncomeFileName(row.id), { kind: 'link_income', row, origin, kept });
}

/** A report. `answer` is the report's API response, and is present only if the report was created just now. */
type Finished = { row: LinkIncomeShown; kept: Sealed; answer?: AnswerText };

async function finished(ctx: Ctx, link: StoredLink): Promise<Finished> {
  const row = await findNewestLinkIncome(ctx.db, ctx.scope, link.id);
  if (row === undefined) throw notFound();
  if (row.status !== 'processing') {
    return { row: await shownOf(ctx, link, row), kept: await keptOf(ctx, link, row) };
  }
  const { answer, ...end } = await madeNow(ctx, link, row);
  const made = { ...row, ...end };
  const found = { row: await shownOf(ctx, link, made), kept: await keptOf(ctx, link, made), answer };
  if (made.status === 'processing') return found;
  // If another request was faster, we return the report that the other request stored.
  return (await finishLinkIncome(ctx.db, ctx.scope, made)) ? found : finished(ctx, link);
}

type Asked = Pick<LinkIncomeRow, 'id' | 'days_requested'>;
type Made = Pick<LinkIncomeRow, 'status' | 'sealed' | 'completed_at'> & { answer: AnswerText };

async function madeNow(ctx: Ctx, link: StoredLink, { id, days_requested }: Asked): Promise<Made> {
  const links = await sealedLinks(ctx, link.user_id);
  const own = links.find((one) => one.link.id === link.id);
  if (own === undefined) throw notFound();
  const status = statusOf(own);
  const completed_at = status === 'processing' ? null : ctx.now();
  const { sealed, json } = await ctx.compute.run(
    'link_income',
    {
      own: status === 'success' ? own.sections : undefined,
      payrolls: links.map(({ link, sections: { employments, statements } }) => ({
        payroll: payrollOf(link),
        sections: { ...(employments && { employments }), ...(statements && { statements }) },
      })),
      days: { as_of: todayOf(ctx), days_requested },
      about: {
        tracking_info: link.tracking_info,
        provider: providerRefOf(ctx, link.provider_id).id,
        is_suspicious: link.is_suspicious,
      },
      row: await shownOf(ctx, link, { id, days_requested, status, completed_at }),
      goes: { key: await keyOf(ctx, link), where: sealedPlace(ctx, id) },
    },
    aboutIncome(ctx, bytesOf(...links.map(({ sections }) => sections))),
  );
  return { status, completed_at, sealed: asBuffer(sealed), answer: new AnswerText(json) };
}

/**
 * Returns the status of the report. The status is `error` if the link has no account data after the task has ended.
 * Throws 404 for a link that has no account data and whose provider is not a bank.
 */
function statusOf({ link, sections: { accounts, transactions } }: SealedLink): LinkIncomeStatus {
  if (accounts === undefined && !BANKS.has(link.data_source)) throw notFound();
  if (!isFinal(link.status) && (accounts === undefined || transactions === undefined)) return 'processing';
  return accounts === undefined ? 'error' : 'success';
}

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'link_income_reports', 'sealed', id);

const keptOf = async (ctx: Ctx, link: StoredLink, { id, sealed }: LinkIncomeRow): Promise<Sealed> => ({
  key: await keyOf(ctx, link),
  sealed,
  where: sealedPlace(ctx, id),
});

async function shownOf(
  ctx: Ctx,
  link: StoredLink,
  {
    id,
    status,
    completed_at,
    days_requested,
  }: Pick<LinkIncomeRow, 'id' | 'status' | 'completed_at' | 'days_requested'>,
): Promise<LinkIncomeShown> {
  return {
    id,
    status,
    completed_at: completed_at && toTimestamp(completed_at),
    days_requested,
    access_token: (await secretsOf(ctx, link)).access_token,
  };
}
