// Named jobs that may block a thread for longer than a request can accept (50 ms). Each job is a pure function of plain
// or sealed data, so it can run in a worker thread or in the main thread (compute.ts). Jobs receive sealed lists and
// return sealed and serialised reports, because copying 48,000 transactions as objects between threads would take
// longer than unsealing them again.
import { assetReport, type HeldLink } from '#analysis/assets/asset-report.ts';
import { dailyBalancesOf } from '#analysis/assets/daily-balances.ts';
import { repeatedAccounts, withoutAccounts } from '#analysis/assets/repeated-accounts.ts';
import { bankReport, bankSources, type Days, type KnownPay } from '#analysis/insights/bank-report.ts';
import { accountsIn, insightsReport } from '#analysis/insights/insights-report.ts';
import { scoringReport } from '#analysis/scoring/report.ts';
import { linkedInput, sentInput } from '#analysis/scoring/sources.ts';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { parseJson } from '#base/json.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { type NewCollection, toUpload, type Upload, uploadFaults } from '#domain/documents/uploads.ts';
import { type OrderAccount, presentOrderAccount } from '#domain/orders/order-answers.ts';
import {
  type BatchResult,
  type OrderBatch,
  OrderBatchAnswer,
  presentOrderBatch,
} from '#domain/orders/order-batches.ts';
import type { UserAnswer } from '#domain/people/users.ts';
import {
  AssetReportAnswer,
  type AssetReportChoices,
  type AssetReportSnapshot,
  presentAssetReport,
  type ReportedLink,
  unknownAccounts,
} from '#domain/reports/asset-reports.ts';
import { DailyBalancesAnswer } from '#domain/reports/daily-balances.ts';
import { type ExplainedInsights, IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import {
  type BankIncomeSource,
  companiesOf,
  IncomeInsightsAnswer,
  LinkIncomeAnswer,
  type LinkIncomeSnapshot,
  presentInsights,
} from '#domain/reports/income-insights.ts';
import type { KeptSections } from '#domain/reports/link-data.ts';
import {
  type NewScoringReport,
  questionOf,
  type ScoredSource,
  type ScoringFindings,
  type ScoringQuestion,
} from '#domain/reports/scoring-reports.ts';
import { checkScoringBody, namesSource, scoringFaults } from '#domain/reports/scoring-requests.ts';
import { writeAnswer } from './answer-text.ts';
import { declare, openDeclaration } from './declaration-work.ts';
import { mergeImports, readImportBody, readImportFile, readImportForm } from './import-work.ts';
import { type LinkIncomeShown, type Made, presentLinkIncome, unsealed } from './kept-reports.ts';
import { knownPayOf, type PayrollLink } from './known-pay.ts';
import { drawConnectorFile, drawInvoice, drawSample, printReport } from './printing-work.ts';
import { sealList } from './sealed-json.ts';
import { asBuffer, openSections, type Sealed, type SealedSections } from './sealed-sections.ts';

/**
 * Asks the main thread which employers in the catalogue match the given names. Only the main thread can access the
 * database.
 */
export type Ask = (names: readonly string[]) => Promise<ReadonlyMap<string, EmployerRef>>;

export type HeldSections = ReportedMeta & { readonly sections: SealedSections };
export type ScoredBank = Pick<HeldSections, 'link_id' | 'provider' | 'updated_at' | 'sections'>;
type ReportedMeta = Omit<ReportedLink, 'accounts'>;
/** The key with which a report is sealed, and the place (column and row of a table) for which it is sealed. */
type Goes = Omit<Sealed, 'sealed'>;
/** A report in two forms: sealed for storage, and as JSON for the API. */
export type Kept = { readonly sealed: Uint8Array; readonly json: string };

function assets(input: {
  links: readonly HeldSections[];
  borrower: UserAnswer;
  choices: AssetReportChoices;
  today: string;
  made: Made;
  goes: Goes;
  /** If true, an unknown account id in `choices` is a validation error. */
  is_strict: boolean;
}): Kept | { faults: InvalidParam[] } {
  const { choices, made, goes } = input;
  const links = heldLinks(input.links);
  const known = new Set(links.flatMap(({ accounts }) => accounts.map(({ id }) => id)));
  const faults = input.is_strict ? unknownAccounts(choices, known) : [];
  if (faults.length > 0) return { faults };
  const snapshot = assetReport(input.borrower, links, choices, input.today);
  return kept(goes, snapshot, writeAnswer(AssetReportAnswer, presentAssetReport(made, snapshot)));
}

async function insights(
  input: {
    links: readonly (HeldSections & { payroll: PayrollLink })[];
    days: Days;
    purpose: string | null;
    made: Made;
    goes: Goes;
  },
  ask: Ask,
): Promise<Kept> {
  const opened = input.links.map((link) => ({ link: link.payroll, data: openSections(link.sections), held: link }));
  const links = opened.flatMap(({ held: { sections: _sections, payroll: _payroll, ...meta }, data }): HeldLink[] =>
    data.accounts === undefined ? [] : [{ ...meta, accounts: data.accounts, transactions: data.transactions ?? [] }],
  );
  const provenance = new Map(
    opened.flatMap(({ data }) => {
      if (data.provenance === undefined) return [];
      const fieldsOf = (list: string) => data.provenance?.find(({ id }) => id === list)?.fields;
      const own = { account: fieldsOf('accounts'), transactions: fieldsOf('transactions') };
      return (data.accounts ?? []).map(({ id }) => [id, own] as const);
    }),
  );
  const report = insightsReport(links, input.days, knownPayOf(opened), provenance);
  const employers = await ask(namesIn(report.links.flatMap(({ bank_income_sources }) => bank_income_sources)));
  const snapshot: ExplainedInsights = {
    ...report,
    links: report.links.map((link) => ({
      ...link,
      bank_income_sources: withEmployers(link.bank_income_sources, employers),
    })),
    consumer_report_permissible_purpose: input.purpose,
  };
  return kept(input.goes, snapshot, writeAnswer(IncomeInsightsAnswer, presentInsights(input.made, snapshot)));
}

async function linkIncome(
  input: {
    /** The lists of the link's bank; `undefined` if the bank has no usable data. */
    own: SealedSections | undefined;
    /** The payroll data from all payroll links of the user. */
    payrolls: readonly { payroll: PayrollLink; sections: SealedSections }[];
    days: Days;
    about: Pick<LinkIncomeSnapshot, 'tracking_info' | 'provider' | 'is_suspicious'>;
    row: LinkIncomeShown;
    goes: Goes;
  },
  ask: Ask,
): Promise<Kept> {
  const { accounts = [], transactions = [] } = input.own === undefined ? {} : openSections(input.own);
  const known = knownPayOf(
    input.payrolls.map(({ payroll, sections }) => ({ link: payroll, data: openSections(sections) })),
  );
  const report = bankReport({ accounts, transactions }, input.days, known);
  const income = withEmployers(report.sources, await ask(namesIn(report.sources)));
  const { tracking_info, provider, is_suspicious } = input.about;
  const snapshot: LinkIncomeSnapshot = {
    tracking_info,
    provider,
    companies: companiesOf(income),
    accounts: accountsIn(accounts, report),
    income,
    summary: report.summary,
    is_suspicious,
  };
  return kept(input.goes, snapshot, writeAnswer(LinkIncomeAnswer, presentLinkIncome(input.row, snapshot)));
}

const bankIncome = (
  input: { sections: SealedSections; from: string; days: Days; known: KnownPay },
  ask: Ask,
): Promise<BankIncome> => bankIncomeIn(openSections(input.sections, input.from), input.days, input.known, ask);

type BankIncome = { accounts: OrderAccount[]; sources: BankIncomeSource[] };

/** A bank's accounts, and the income found in their transactions. */
export async function bankIncomeIn(sections: KeptSections, days: Days, known: KnownPay, ask: Ask): Promise<BankIncome> {
  const { accounts = [], transactions = [] } = sections;
  if (accounts.length === 0) return { accounts: [], sources: [] };
  const sources = bankSources({ accounts, transactions }, days, known);
  return {
    accounts: accounts.map(presentOrderAccount),
    sources: withEmployers(sources, await ask(namesIn(sources))),
  };
}

const scoringOfBanks = (input: { question: ScoringQuestion; banks: readonly ScoredBank[] }): ScoringFindings => {
  const banks = input.banks.map(({ sections, ...link }) => {
    const { accounts = [], transactions = [], bank_statements = [] } = openSections(sections);
    return { ...link, accounts, transactions, bank_statements };
  });
  const counted = withoutAccounts(banks, repeatedAccounts(banks));
  const ids = new Set(counted.flatMap(({ accounts }) => accounts.map(({ id }) => id)));
  const isCounted = ({ account_id }: { account_id: string }) => ids.has(account_id);
  return scoringReport(
    linkedInput(
      input.question,
      counted.map((bank) => ({ ...bank, bank_statements: bank.bank_statements.filter(isCounted) })),
    ),
  );
};

/**
 * A parsed scoring request: what is asked, and the user or link to score. `findings` contains the findings that were
 * computed from the account data in the request. It is `undefined` if the request names a user or link instead of
 * sending account data.
 */
export type ReadScoringRequest = ScoredSource & {
  readonly question: ScoringQuestion;
  readonly findings: ScoringFindings | undefined;
};

/**
 * Parses and checks the raw request body. This work is done inside the compute job, because for a body of sixteen
 * megabytes it takes as long as the computation of the report.
 */
function scoringOfRequest(input: { body: Uint8Array; today: string }): ReadScoringRequest {
  const value = parseJson(asBuffer(input.body));
  const faults = checkScoringBody(value);
  if (faults.length > 0) throw incorrect(...faults);
  const sent = value as NewScoringReport;
  const contradictions = scoringFaults(sent);
  if (contradictions.length > 0) throw incorrect(...contradictions);
  const question = questionOf(sent, input.today);
  const findings = namesSource(sent) ? undefined : scoringReport(sentInput(question, sent));
  return { question, findings, user_id: sent.user_id ?? null, link_id: sent.link_id ?? null };
}

/** Parses and checks the raw body of an upload, and decodes its files. A body may be up to 140 MiB large. */
function readUpload(input: { body: Uint8Array; with_users: boolean }): Upload {
  const value = parseJson(asBuffer(input.body));
  const faults = uploadFaults(value, input.with_users);
  if (faults.length > 0) throw incorrect(...faults);
  // The cast is safe, because the value has just been checked.
  return toUpload(value as NewCollection);
}

/**
 * Describes a stored report that is opened for a response: the kind of the report, and the fields that the response
 * contains in addition to the stored content.
 */
export type OpenedReport =
  | { kind: 'assets'; made: Made }
  | { kind: 'daily_balances' }
  | { kind: 'insights'; made: Made }
  | { kind: 'explanation'; report_id: string }
  | { kind: 'link_income'; row: LinkIncomeShown };

function openReport({ report, kept }: { report: OpenedReport; kept: Sealed }): string {
  switch (report.kind) {
    case 'assets':
      return writeAnswer(AssetReportAnswer, presentAssetReport(report.made, unsealed<AssetReportSnapshot>(kept)));
    case 'daily_balances':
      return writeAnswer(DailyBalancesAnswer, dailyBalancesOf(unsealed<AssetReportSnapshot>(kept)));
    case 'insights':
      return writeAnswer(IncomeInsightsAnswer, presentInsights(report.made, unsealed<ExplainedInsights>(kept)));
    case 'explanation': {
      const { explanation } = unsealed<ExplainedInsights>(kept);
      return writeAnswer(IncomeExplanationAnswer, { report_id: report.report_id, ...explanation });
    }
    case 'link_income':
      return writeAnswer(LinkIncomeAnswer, presentLinkIncome(report.row, unsealed<LinkIncomeSnapshot>(kept)));
  }
}

/** The API response for a batch of orders, as JSON. */
const openOrderBatch = ({ batch, results }: { batch: OrderBatch; results: readonly Sealed[] }): string =>
  writeAnswer(
    OrderBatchAnswer,
    presentOrderBatch(
      batch,
      results.flatMap((chunk) => unsealed<BatchResult[]>(chunk)),
    ),
  );

export const WORK = {
  assets,
  insights,
  link_income: linkIncome,
  bank_income: bankIncome,
  scoring_of_banks: scoringOfBanks,
  scoring_of_request: scoringOfRequest,
  read_upload: readUpload,
  read_import_body: readImportBody,
  read_import_form: readImportForm,
  read_import_file: readImportFile,
  merge_imports: mergeImports,
  open_report: openReport,
  print_report: printReport,
  draw_invoice: drawInvoice,
  draw_file: drawConnectorFile,
  draw_sample: drawSample,
  declare,
  open_declaration: openDeclaration,
  open_order_batch: openOrderBatch,
} satisfies Record<string, (input: never, ask: Ask) => unknown>;

export type Work = typeof WORK;
export type WorkName = keyof Work;
export type WorkInput<N extends WorkName> = Parameters<Work[N]>[0];
export type WorkOutput<N extends WorkName> = Awaited<ReturnType<Work[N]>>;

const heldLinks = (links: readonly HeldSections[]): HeldLink[] =>
  links.flatMap(({ sections, ...meta }) => {
    const { accounts, transactions = [] } = openSections(sections);
    return accounts === undefined ? [] : [{ ...meta, accounts, transactions }];
  });

const kept = ({ key, where }: Goes, snapshot: unknown, json: string): Kept => ({
  sealed: sealList(key, snapshot, where),
  json,
});

/** The names of the employers in `sources`. Employers that occur in the user's payroll data are left out. */
const namesIn = (sources: readonly Pick<BankIncomeSource, 'employer'>[]): string[] => [
  ...new Set(sources.flatMap(({ employer }) => (employer?.id === null ? [employer.name] : []))),
];

/** Replaces an employer from the bank data with the matching employer in the catalogue, if there is one. */
const withEmployers = (
  sources: readonly BankIncomeSource[],
  employers: ReadonlyMap<string, EmployerRef>,
): BankIncomeSource[] =>
  sources.map((source) => ({ ...source, employer: employers.get(source.employer?.name ?? '') ?? source.employer }));
