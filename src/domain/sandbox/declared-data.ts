// The data that is declared for a sandbox user, as the console shows it. Its fields have the names of a declaration, so
// that a form can declare the same data again.
import { type Static, Type } from 'typebox';
import { maskSsn } from '#base/mask.ts';
import { inDecimals } from '#base/money.ts';
import { nullable, sensitive, shape } from '#base/schema.ts';
import { type Account, AccountAnswer, OwnerAnswer } from '#domain/reports/financial-accounts.ts';
import {
  type Employment,
  EmploymentSummaryAnswer,
  PayrollAccountAnswer,
  ProfileAnswer,
  ShiftAnswer,
} from '#domain/reports/payroll.ts';
import { AnnualIncomeAnswer, byNewestPayDate, StatementAnswer, W2Answer } from '#domain/reports/statements.ts';
import { byNewestTransaction, type Transaction, TransactionAnswer } from '#domain/reports/transactions.ts';
import type { InjectedPayroll } from './sandbox-payroll.ts';
import type { InjectedBank } from './sandbox-transactions.ts';

/**
 * The maximum number of transactions that are shown. The form of the console declares a few hundred transactions, and a
 * client may declare fifty thousand through the API.
 */
export const DECLARED_TRANSACTIONS_SHOWN_MAX = 2_000;

const { created_at: _profile_created, updated_at: _profile_updated, ...PROFILE } = ProfileAnswer.properties;
const { file: _statement_file, md5sum: _statement_md5, ...STATEMENT } = StatementAnswer.properties;
const { file: _w2_file, md5sum: _w2_md5, ...W2 } = W2Answer.properties;
const { id: _year_id, ...YEAR } = AnnualIncomeAnswer.properties;
const { created_at: _shift_created, updated_at: _shift_updated, ...SHIFT } = ShiftAnswer.properties;
const { created_at: _account_created, updated_at: _account_updated, ...ACCOUNT } = AccountAnswer.properties;
const {
  created_at: _created,
  updated_at: _updated,
  location: _location,
  ...TRANSACTION
} = TransactionAnswer.properties;

const DeclaredJob = shape('ConsoleDeclaredEmployment', 'A declared employment.', {
  ...EmploymentSummaryAnswer.properties,
  dates_from_statements: Type.Boolean(),
  profile: Type.Object(PROFILE),
  statements: Type.Array(Type.Object(STATEMENT)),
  annual_income_summary: Type.Array(Type.Object(YEAR)),
  bank_accounts: Type.Array(PayrollAccountAnswer),
  w2s: Type.Array(Type.Object(W2)),
  shifts: Type.Array(Type.Object(SHIFT)),
});

const DeclaredAccount = shape('ConsoleDeclaredAccount', 'A declared account.', {
  ...ACCOUNT,
  account_number: sensitive('number', nullable(Type.String())),
  routing_number: sensitive('secret', nullable(Type.String())),
  owners: Type.Array(OwnerAnswer),
});

export const DeclaredDataAnswer = shape('ConsoleDeclaredData', 'What is declared for a sandbox user.', {
  employments: nullable(Type.Array(DeclaredJob, { description: 'Null if the sample data applies.' })),
  accounts: nullable(Type.Array(DeclaredAccount, { description: 'Null if the sample data applies.' })),
  transactions_count: Type.Integer(),
  transactions: Type.Array(Type.Object(TRANSACTION), {
    description: `Newest first, at most ${DECLARED_TRANSACTIONS_SHOWN_MAX}.`,
  }),
});
export type DeclaredDataAnswer = Static<typeof DeclaredDataAnswer>;

export function presentDeclared(
  payroll: InjectedPayroll | undefined,
  bank: InjectedBank | undefined,
): DeclaredDataAnswer {
  const transactions = bank?.transactions ?? [];
  return {
    employments: payroll?.employments.map((employment) => presentJob(employment, payroll.shifts)) ?? null,
    accounts: bank?.accounts.map(presentDeclaredAccount) ?? null,
    transactions_count: transactions.length,
    transactions: transactions
      .toSorted(byNewestTransaction)
      .slice(0, DECLARED_TRANSACTIONS_SHOWN_MAX)
      .map(presentDeclaredTransaction),
  };
}

type JobAnswer = Static<typeof DeclaredJob>;

function presentJob(employment: Employment, shifts: InjectedPayroll['shifts']): JobAnswer {
  const { profile, statements, w2s, annual_income_summary = [], ...job } = inDecimals(employment);
  return {
    ...job,
    profile: { ...profile, ssn: profile.ssn === null ? null : maskSsn(profile.ssn) },
    statements: statements.toSorted(byNewestPayDate).map(({ file_id: _file, md5sum: _md5, ...statement }) => statement),
    annual_income_summary,
    w2s: w2s.map(({ file_id: _file, md5sum: _md5, ...w2 }) => w2),
    shifts: inDecimals(shifts.filter(({ employment_id }) => employment_id === employment.id)),
  };
}

function presentDeclaredAccount(account: Account): Static<typeof DeclaredAccount> {
  const { wire_routing_number: _wire, ...shown } = inDecimals(account);
  return shown;
}

function presentDeclaredTransaction(transaction: Transaction): DeclaredDataAnswer['transactions'][number] {
  const { location: _location, ...shown } = inDecimals(transaction);
  return shown;
}
