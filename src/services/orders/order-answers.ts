// Builds the API response for an order. The response contains the order's own fields, the order's suborders with their
// tasks, and the data of the links that the suborders use.

import type { KnownPay } from '#analysis/insights/bank-report.ts';
import { groupBy } from '#base/lists.ts';
import { maskSsn } from '#base/mask.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DAYS_REQUESTED } from '#domain/access/asset-report-options.ts';
import type { TaskAnswer } from '#domain/connections/tasks.ts';
import {
  type EmployerPart,
  type ListedOrderAnswer,
  type OrderAnswer,
  type SuborderPart,
} from '#domain/orders/order-answers.ts';
import { orderStatus } from '#domain/orders/order-status.ts';
import type { SuborderRecord } from '#domain/orders/suborders.ts';
import { presentDeposit } from '#domain/reports/deposit-reports.ts';
import { presentInsurance } from '#domain/reports/insurance.ts';
import type { EmploymentAnswer } from '#domain/reports/payroll.ts';
import {
  DEPOSIT_REPORT_FILES,
  INSURANCE_REPORT_FILES,
  reportFileName,
  USER_REPORT_FILES,
} from '#domain/reports/report-files.ts';
import { type Returned, returnedEmployment } from '#domain/reports/returned-data.ts';
import { returnedUnder, templateOf } from '#services/access/templates.ts';
import type { KeptSections } from '#services/connections/link-data.ts';
import { linksOf, providerRefOf, secretsOf } from '#services/connections/links.ts';
import { presentTask } from '#services/connections/tasks.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { knownPayOf } from '#services/platform/known-pay.ts';
import type { SealedSections } from '#services/platform/sealed-sections.ts';
import { bankIncomeOf, readBank } from '#services/reports/bank-income.ts';
import { readInsurance } from '#services/reports/insurance.ts';
import { presentEmployments, readPay } from '#services/reports/payroll.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { type ListedTask, listTasksOfOrders } from '#storage/connections/tasks.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders, type SuborderRow } from '#storage/orders/suborders.ts';
import { type OpenOrder, openOrder, openSuborder, shareUrl, shortShareUrl } from './order-records.ts';
import { freshToken } from './order-tokens.ts';

/** The whole response for an order except the data of its links. */
type Shown = {
  answer: Omit<ListedOrderAnswer, 'employers' | 'financial_accounts' | 'insurance'>;
  suborders: ShownSuborder[];
  /** All links of the user. */
  links: readonly StoredLink[];
};
type ShownSuborder = { row: SuborderRow; record: SuborderRecord; part: SuborderPart; link: StoredLink | undefined };

export async function presentOrder(ctx: Ctx, order: StoredOrder): Promise<OrderAnswer> {
  const [shown] = await show(ctx, [order], freshToken);
  if (shown === undefined) throw new Error('an order has no response');
  return withData(ctx, shown);
}

/**
 * Listing orders writes nothing. It shows each order's newest token and does not create a new token, even if the token
 * expires soon.
 */
export const presentOrders = async (ctx: Ctx, orders: readonly StoredOrder[]): Promise<OrderAnswer[]> =>
  Promise.all((await show(ctx, orders, newestToken)).map((shown) => withData(ctx, shown)));

/** Orders as list entries, without the data of their links. */
export async function presentListedOrders(ctx: Ctx, orders: readonly StoredOrder[]): Promise<ListedOrderAnswer[]> {
  return (await show(ctx, orders, newestToken)).map(({ answer, suborders }) => ({
    ...answer,
    employers: of('employer', suborders).map(({ part, row, record }) => ({ ...part, ...employerPart(row, record) })),
    financial_accounts: of('financial_account', suborders).map(({ part, record }) => ({ ...part, name: record.name })),
    insurance: of('insurance', suborders)[0]?.part ?? null,
  }));
}

const of = (kind: SuborderRow['kind'], suborders: readonly ShownSuborder[]): ShownSuborder[] =>
  suborders.filter(({ row }) => row.kind === kind);

async function withData(ctx: Ctx, { answer, suborders, links }: Shown): Promise<OrderAnswer> {
  const banks = of('financial_account', suborders);
  const employing = of('employer', suborders);
  const [insurance] = of('insurance', suborders);
  // The user's known pay, from any order, helps to recognise pay among bank deposits.
  const has_bank = banks.some(({ link }) => link !== undefined);
  const [payrolls, opened, insured] = await Promise.all([
    readPayrolls(ctx, has_bank ? links.filter(canEmploy) : employing.flatMap(({ link }) => link ?? [])),
    Promise.all(banks.map((shown) => openBank(ctx, shown, answer.template_id))),
    insurance && insuranceWithData(ctx, insurance),
  ]);
  const known = knownPayOf(payrolls);
  return {
    ...answer,
    employers: employing.map((shown) => employerWithData(ctx, shown, payrolls)),
    financial_accounts: await Promise.all(opened.map((bank) => bankWithData(ctx, bank, known))),
    insurance: insured ?? null,
  };
}

/** True for links whose source names an employer. Banks and insurers do not name an employer. */
const canEmploy = ({ data_source }: StoredLink): boolean => data_source === 'payroll' || data_source === 'docs';

type PayrollData = { link: StoredLink; data: KeptSections; returned: Returned };

const readPayrolls = (ctx: Ctx, links: readonly StoredLink[]): Promise<PayrollData[]> =>
  Promise.all(
    links.map(async (link) => {
      const [data, returned] = await Promise.all([readPay(ctx, link), returnedUnder(ctx, link)]);
      return { link, data, returned };
    }),
  );

function employerWithData(
  ctx: Ctx,
  { part, row, record, link }: ShownSuborder,
  payrolls: readonly PayrollData[],
): OrderAnswer['employers'][number] {
  const payroll = link && payrolls.find((payroll) => payroll.link.id === link.id);
  return { ...part, ...employerPart(row, record), employments: payroll ? employmentsIn(ctx, payroll, row) : [] };
}

function employmentsIn(
  ctx: Ctx,
  { link, data, returned }: PayrollData,
  { product_type }: SuborderRow,
): EmploymentAnswer[] {
  const employments = presentEmployments(data, product_type === 'income', (name) => fileUrl(ctx, link.id, name));
  return employments.map((employment) => returnedEmployment(employment, returned));
}

type OpenBank = ShownSuborder & { sections: SealedSections; days_requested: number };

async function openBank(ctx: Ctx, shown: ShownSuborder, template_id: string | null): Promise<OpenBank> {
  const { link } = shown;
  const [sections, template] = await Promise.all([
    link === undefined ? {} : readBank(ctx, link),
    link === undefined || template_id === null ? undefined : templateOf(ctx, template_id),
  ]);
  const days_requested = template?.settings.reports.income_insights.days_requested ?? DAYS_REQUESTED;
  return { ...shown, sections, days_requested };
}

async function bankWithData(
  ctx: Ctx,
  { part, record, link, sections, days_requested }: OpenBank,
  known: KnownPay,
): Promise<OrderAnswer['financial_accounts'][number]> {
  if (link === undefined) return { ...part, name: record.name, accounts: [], bank_income_sources: [] };
  const { accounts, sources } = await bankIncomeOf(ctx, sections, days_requested, known);
  return { ...part, name: record.name, accounts, bank_income_sources: sources };
}

async function insuranceWithData(ctx: Ctx, { part, link }: ShownSuborder): Promise<OrderAnswer['insurance']> {
  const nothing = { policies: [], drivers: [], addresses: [], driving_records: [], agents: [] };
  return { ...part, ...presentInsurance(link === undefined ? nothing : await readInsurance(ctx, link)) };
}

function employerPart(row: SuborderRow, record: SuborderRecord): EmployerPart {
  return {
    company_mapping_id: row.company_mapping_id,
    company_name: record.company_name,
    company_domain: record.company_domain,
    company_logo: record.company_logo,
    company_address: record.company_address,
    start_date: record.start_date,
    end_date: record.end_date,
    account: record.account && presentDeposit(record.account),
  };
}

type ChooseToken = (ctx: Ctx, open: OpenOrder, suborders: readonly SuborderRow[]) => string | Promise<string>;
const newestToken: ChooseToken = (_ctx, { bridge_token }) => bridge_token;

async function show(ctx: Ctx, orders: readonly StoredOrder[], chooseToken: ChooseToken): Promise<Shown[]> {
  const ids = orders.map(({ id }) => id);
  const [suborders, tasks, links] = await Promise.all([
    listSuborders(ctx.db, ctx.scope, ids),
    listTasksOfOrders(ctx.db, ctx.scope, ids),
    linksOf(ctx, [...new Set(orders.map(({ user_id }) => user_id))]),
  ]);
  const suborders_of = groupBy(suborders, ({ order_id }) => order_id);
  const tasks_of = groupBy(tasks, ({ tracking_info }) => tracking_info);
  const links_by_id = new Map(links.map((link) => [link.id, link]));
  return Promise.all(
    orders.map((order) =>
      showOne(ctx, order, suborders_of.get(order.id) ?? [], { tasks: tasks_of, links: links_by_id, chooseToken }),
    ),
  );
}

type ShownWith = {
  tasks: ReadonlyMap<string | null, ListedTask[]>;
  links: ReadonlyMap<string, StoredLink>;
  chooseToken: ChooseToken;
};

async function showOne(
  ctx: Ctx,
  order: StoredOrder,
  rows: readonly SuborderRow[],
  { tasks, links, chooseToken }: ShownWith,
): Promise<Shown> {
  const open = await openOrder(ctx, order);
  const bridge_token = await chooseToken(ctx, open, rows);
  const { record } = open;
  const suborders = await Promise.all(
    rows.map(async (row): Promise<ShownSuborder> => {
      const link = row.link_id === null ? undefined : links.get(row.link_id);
      const shown = await Promise.all((tasks.get(row.id) ?? []).map((task) => presentTask(ctx, task)));
      const part = await presentSuborder(ctx, order, row, { link, tasks: shown, bridge_token });
      return { row, record: openSuborder(ctx, open.key, row), part, link };
    }),
  );
  return {
    suborders,
    links: [...links.values()].filter(({ user_id }) => user_id === order.user_id),
    answer: {
      id: order.id,
      user_id: order.user_id,
      order_group_id: order.order_group_id,
      products: order.products,
      status: orderStatus(
        order.canceled_at,
        rows.map(({ status }) => status),
      ),
      order_number: order.order_number,
      external_user_id: order.external_user_id,
      custom_field: record.custom_field,
      notes: record.notes,
      template_id: order.template_id,
      source: order.source,
      client_name: order.client_name,
      first_name: record.first_name,
      last_name: record.last_name,
      email: record.email,
      phone: record.phone,
      ssn: record.ssn === null ? null : maskSsn(record.ssn),
      bridge_token,
      share_url: shareUrl(ctx, record),
      short_share_url: shortShareUrl(ctx, record),
      created_at: toTimestamp(order.created_at),
      updated_at: toTimestamp(order.updated_at),
      completed_at: moment(order.completed_at),
      canceled_at: moment(order.canceled_at),
      expired_at: toTimestamp(order.expires_at),
      is_expired: isExpired(order, ctx.now()),
      user_consent_at: moment(order.consented_at),
      initial_order: order.initial_order,
      refresh_order: order.refresh_order,
      voie_report_id: order.voie_report_id,
      voa_report_id: order.voa_report_id,
      loan: record.loan,
      manager: record.manager,
      cc_emails: record.cc_emails,
      notification_settings: {
        suppress_user_notifications: order.suppress_user_notifications,
        first_notification_delay_hours: order.first_notification_delay_hours,
      },
      refresh_approved: order.refresh_approved,
    },
  };
}

const moment = (date: Date | null): string | null => date && toTimestamp(date);

/** True if the order ended after its expiry time, or if the order has not ended and its expiry time has passed. */
const isExpired = ({ expires_at, finalized_at }: StoredOrder, now: Date): boolean =>
  (finalized_at ?? now) >= expires_at;

async function presentSuborder(
  ctx: Ctx,
  order: StoredOrder,
  row: SuborderRow,
  { link, tasks, bridge_token }: { link: StoredLink | undefined; tasks: TaskAnswer[]; bridge_token: string },
): Promise<SuborderPart> {
  return {
    id: row.id,
    product_type: row.product_type,
    status: row.status,
    suborder_number: row.suborder_number,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    bridge_token,
    link_id: link?.id ?? null,
    access_token: link === undefined ? null : (await secretsOf(ctx, link)).access_token,
    data_source: row.data_source,
    provider: link === undefined ? null : providerRefOf(ctx, link.provider_id),
    is_suspicious: link?.is_suspicious ?? null,
    last_task_status: tasks.at(-1)?.status ?? null,
    tasks,
    pdf_report: link === undefined || row.status !== 'completed' ? null : pdfReport(ctx, order, row, link, tasks),
  };
}

/**
 * The URL of the PDF for the suborder's product. For income, employment, assets and transactions, it is the PDF of the
 * order's snapshot report. For a deposit switch, a paycheck-linked loan and insurance, it is the PDF of the report of
 * the last task that is done. It is `null` if there is no such report.
 */
function pdfReport(
  ctx: Ctx,
  order: StoredOrder,
  { product_type }: SuborderRow,
  link: StoredLink,
  tasks: readonly TaskAnswer[],
): string | null {
  const done = tasks.findLast(({ status }) => status === 'done')?.id ?? null;
  const name = (kind: Parameters<typeof reportFileName>[0], id: string | null): string | null =>
    id && fileUrl(ctx, link.id, reportFileName(kind, id));
  switch (product_type) {
    case 'income':
      return name(USER_REPORT_FILES.voie, order.voie_report_id);
    case 'employment':
      return name(USER_REPORT_FILES.voe, order.voie_report_id);
    case 'assets':
    case 'transactions':
      return name(USER_REPORT_FILES.voa, order.voa_report_id);
    case 'deposit_switch':
    case 'pll':
      return name(DEPOSIT_REPORT_FILES[product_type], done);
    case 'insurance':
      return name(INSURANCE_REPORT_FILES.all, done);
    case 'admin':
      return null;
  }
}
