// Reports of a deposit switch or a paycheck-linked loan. A report contains the requested account, and the accounts that
// existed before the change.
import { type Static, Type } from 'typebox';
import { type InDecimals, Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { ACCOUNT_TYPES, DEPOSIT_TYPES, type DepositAccount } from '#domain/connections/deposit-accounts.ts';
import { EmployerRef } from '#domain/connections/links.ts';
import { ProviderRef } from '#domain/connections/providers.ts';
import { ReportTask } from './link-reports.ts';
import type { EmploymentSummaryAnswer } from './payroll.ts';

export const DEPOSIT_PRODUCTS = ['deposit_switch', 'pll'] as const;
export type DepositProduct = (typeof DEPOSIT_PRODUCTS)[number];

export const DepositDetails = shape(
  'DepositDetails',
  'An account that pay is deposited to, and the share of pay it receives.',
  {
    account_number: sensitive('number', Type.String({ description: 'In full.' })),
    routing_number: sensitive('secret', Type.String()),
    account_type: choice(ACCOUNT_TYPES),
    bank_name: nullable(Type.String()),
    deposit_type: choice(DEPOSIT_TYPES),
    deposit_value: nullable(Money),
  },
);
type DepositDetails = Static<typeof DepositDetails>;

const InitialAccount = shape('InitialDeposit', 'An account that pay was deposited to before the change.', {
  ...DepositDetails.properties,
  account_number: sensitive('number', Type.String({ description: 'As shown by the provider.' })),
  account_name: nullable(Type.String()),
});
type InitialAccount = Static<typeof InitialAccount>;

export const DepositReportAnswer = shape('DepositReport', 'The result of a deposit switch or paycheck-linked loan.', {
  ...ReportTask,
  completed_at: nullable(Timestamp),
  provider: ProviderRef,
  is_suspicious: Type.Boolean(),
  employer: Type.Union([EmployerRef, Type.Null()]),
  deposit_details: DepositDetails,
  initial_accounts: Type.Union([Type.Array(InitialAccount), Type.Null()], {
    description: 'The allocations before the change; null if the provider does not show them.',
  }),
});
export type DepositReportAnswer = Static<typeof DepositReportAnswer>;

export const UserDepositReportAnswer = shape(
  'UserDepositReport',
  'The results of all deposit switches and loans of a user.',
  {
    user_id: Id,
    completed_at: nullable(Timestamp),
    links: Type.Array(
      shape('LinkDepositReport', 'The result of a deposit switch or loan, with its link.', {
        ...DepositReportAnswer.properties,
        link_id: Id,
      }),
    ),
  },
);
export type UserDepositReportAnswer = Static<typeof UserDepositReportAnswer>;

type KeptDeposit = InDecimals<Omit<DepositAccount, 'bank_address'>>;

export const presentDeposit = (kept: KeptDeposit): DepositDetails => ({
  account_number: kept.account_number,
  routing_number: kept.routing_number,
  account_type: kept.account_type,
  bank_name: kept.bank_name,
  deposit_type: kept.deposit_type,
  deposit_value: kept.deposit_value,
});

export const presentInitialAccount = (kept: KeptDeposit & { account_name: string | null }): InitialAccount => ({
  ...presentDeposit(kept),
  account_name: kept.account_name,
});

/** The company that the applicant chose, or the main employer in the provider's data if the applicant chose none. */
export function employerOf(chosen: EmployerRef | null, main: EmploymentSummaryAnswer | undefined): EmployerRef | null {
  const name = main?.company.name ?? null;
  return chosen ?? (name === null ? null : { id: null, name, logo_url: null });
}
