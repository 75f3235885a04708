// A made-up person's report as the service would publish it, and the errors that the verifier finds in the report.
import type { HeldLink } from '#analysis/assets/asset-report.ts';
import type { IncomeAccount, IncomeInput, IncomeTransaction } from '#analysis/income/input.ts';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import { recount } from '#analysis/recount/recount.ts';
import { formatMoney } from '#base/money.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import type { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import type { Person } from './people/truth.ts';

export type Published = {
  report: IncomeInsightsAnswer;
  explanation: IncomeExplanationAnswer;
  transactions: readonly TransactionAnswer[];
};

/** The part of a made-up person's data that a bank would also have. */
type BankData = Pick<Person, 'id' | 'state'> &
  Pick<IncomeInput, 'as_of' | 'days_requested' | 'accounts' | 'transactions'>;

export function publishedOf(person: BankData): Published {
  const { id, as_of, days_requested } = person;
  const made_at = `${as_of}T12:00:00Z`;
  const link: HeldLink = {
    link_id: id,
    provider: 'made_up',
    provider_name: 'Made up',
    created_at: made_at,
    updated_at: made_at,
    tracking_info: null,
    accounts: person.accounts.map((account) => toAccount(account, person.state, made_at)),
    transactions: person.transactions.map((transaction) => toTransaction(transaction, made_at)),
  };
  const { explanation, ...report } = insightsReport([link], { as_of, days_requested });
  return {
    report: { report_id: id, created_at: made_at, completed_at: made_at, ...report },
    explanation: { report_id: id, ...explanation },
    transactions: link.transactions,
  };
}

/** Returns the verifier's errors; an empty list if every recomputed figure equals the reported figure. */
export const faultsIn = ({ report, explanation, transactions }: Published): string[] =>
  recount(report, explanation, transactions);

const toAccount = ({ id, type }: IncomeAccount, state: string | null, made_at: string): KeptAccount => ({
  id,
  created_at: made_at,
  updated_at: made_at,
  type,
  subtype: null,
  mask: null,
  nickname: null,
  balances: { currency_code: 'USD', balance: null, available_balance: null, credit_limit: null },
  account_number: null,
  routing_number: null,
  wire_routing_number: null,
  owners: [
    {
      id: `${id}-owner`,
      full_name: 'Made Up',
      email: null,
      phone: null,
      address: { street: null, city: null, state, zip: null, country: 'US' },
      relation_type: 'PRIMARY',
    },
  ],
});

const toTransaction = ({ date, amount_cents, ...rest }: IncomeTransaction, made_at: string): TransactionAnswer => ({
  ...rest,
  external_id: null,
  created_at: made_at,
  updated_at: made_at,
  amount: formatMoney(amount_cents),
  memo: null,
  check_number: null,
  categories: [],
  merchant_category_code: null,
  posted_at: null,
  transacted_at: `${date}T00:00:00Z`,
  location: null,
});
