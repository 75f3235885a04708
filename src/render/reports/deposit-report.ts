// PDF reports of a deposit switch or a paycheck-linked loan. They show the deposit account after the change and the
// deposit accounts before the change.
import type { DepositProduct, DepositReportAnswer } from '#domain/reports/deposit-reports.ts';
import { orDash } from '#render/figures.ts';
import { type Drawing, type Paper, toPdf } from '#render/paper.ts';
import type { Column, Cursor } from '#render/table.ts';
import { drawFacts, drawHeading } from './facts.ts';
import { drawNote } from './notes.ts';
import { closeSheet, type Head, type Origin, openSheet, type Printed } from './sheet.ts';
import { drawSources } from './sources.ts';
import { drawWhole, GAP } from './whole-table.ts';
import { asOf, inWords, moment, money, SOURCE_WORDS, statusNotices, statusWords, suspicionNotices } from './words.ts';

export const depositReportPdf = (
  report: DepositReportAnswer,
  product: DepositProduct,
  origin: Origin,
  printed: Printed,
): Promise<Buffer> => toPdf(drawDepositReport(report, product, origin, printed));

type Deposit = DepositReportAnswer['deposit_details'];

const TITLES: Record<DepositProduct, string> = {
  deposit_switch: 'Deposit switch report',
  pll: 'Paycheck-linked loan report',
};
const NOT_CHANGED = {
  running: 'Not complete: the change is still being made.',
  failed: 'The change was not made.',
};
const COLUMNS: readonly Column[] = [
  { title: 'Bank', width: 112 },
  { title: 'Account', width: 116 },
  { title: 'Type', width: 60 },
  { title: 'Number', width: 100 },
  { title: 'Routing number', width: 80 },
  { title: 'Share', width: 64, align: 'right' },
];

function drawDepositReport(
  report: DepositReportAnswer,
  product: DepositProduct,
  { link_id, data_source }: Origin,
  printed: Printed,
): Drawing {
  const { id, status, completed_at, provider, tracking_info, employer, deposit_details, is_suspicious } = report;
  const head: Head = {
    ...printed,
    title: TITLES[product],
    report_id: id,
    as_of: asOf(status, completed_at),
    ended_at: completed_at,
    person_name: null,
    facts: [
      { label: 'Report ID', value: id, span: 2 },
      { label: 'Status', value: statusWords(status) },
      { label: 'Reference', value: orDash(tracking_info) },
      { label: 'Link ID', value: link_id, span: 2 },
      { label: 'Provider', value: provider.name },
      { label: 'Employer', value: orDash(employer?.name) },
    ],
    notices: [...statusNotices(status, NOT_CHANGED), ...suspicionNotices(is_suspicious)],
  };
  const { paper, y } = openSheet(head);
  const at = drawFacts(paper, drawHeading(paper, y, whereTo(product, status)) + 2, [
    { label: 'Bank', value: orDash(deposit_details.bank_name), span: 2 },
    { label: 'Account number', value: deposit_details.account_number },
    { label: 'Routing number', value: deposit_details.routing_number },
    { label: 'Account type', value: inWords(deposit_details.account_type), span: 2 },
    { label: 'Share of pay', value: shareOf(deposit_details) },
  ]);
  const as_of = moment(status === 'done' ? completed_at : null);
  drawSources(paper, drawBefore(paper, at + 6, report), [
    { provider: provider.name, kind: SOURCE_WORDS[data_source], link_id, as_of },
  ]);
  return closeSheet(paper, head);
}

function whereTo(product: DepositProduct, status: DepositReportAnswer['status']): string {
  const what = product === 'pll' ? 'part of the pay' : 'pay';
  return status === 'done' ? `Where ${what} goes now` : `Where ${what} was to go`;
}

function drawBefore(paper: Paper, y: Cursor, { initial_accounts }: DepositReportAnswer): Cursor {
  if (initial_accounts === null)
    return drawNote(paper, y, 'The provider does not show where pay was deposited before.') + GAP;
  if (initial_accounts.length === 0)
    return drawNote(paper, y, 'Before the change, pay was not deposited to any account.') + GAP;
  const rows = initial_accounts.map((account) => ({
    cells: [
      orDash(account.bank_name),
      orDash(account.account_name),
      inWords(account.account_type),
      account.account_number,
      account.routing_number,
      shareOf(account),
    ],
  }));
  return drawWhole(paper, y, { title: 'Where pay went before', columns: COLUMNS, rows });
}

function shareOf({ deposit_type, deposit_value }: Deposit): string {
  if (deposit_type === 'entire') return 'Entire';
  return deposit_type === 'percent' ? `${money(deposit_value)} %` : money(deposit_value);
}
