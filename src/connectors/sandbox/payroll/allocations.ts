// A sample person's deposit allocations. The person's `Life` declares the first allocations, and deposit switches
// change them.
import { type Static, Type } from 'typebox';
import { type InDecimals, inDecimals, parseMoney, sum } from '#base/money.ts';
import { type Allocation, ProviderFailure, type SwitchRequest } from '#connectors/contract.ts';
import type { Job, Life } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import { ACCOUNT_TYPES, DEPOSIT_TYPES } from '#domain/connections/deposit-accounts.ts';
import type { PayrollAccount } from '#domain/reports/payroll.ts';

const text = Type.Union([Type.String(), Type.Null()]);

/**
 * An allocation as stored in the `memory` of the account. This `memory` is plain JSON, so the value is a decimal
 * string.
 */
export const KeptAllocation = Type.Object({
  account_number: Type.String(),
  routing_number: Type.String(),
  account_type: Type.Enum([...ACCOUNT_TYPES]),
  bank_name: text,
  account_name: text,
  deposit_type: Type.Enum([...DEPOSIT_TYPES]),
  deposit_value: text,
});
export type KeptAllocation = Static<typeof KeptAllocation>;

export const keep = (allocations: readonly Allocation[]): InDecimals<Allocation>[] => inDecimals([...allocations]);
export const restore = (kept: readonly KeptAllocation[]): Allocation[] =>
  kept.map((one) => ({ ...one, deposit_value: parseMoney(one.deposit_value) ?? null }));

/** The job that the person has today; only its deposits can be switched. */
export const currentJob = (life: Life, today: string): Job | undefined =>
  life.jobs.find(({ start_date, end_date }) => start_date <= today && (end_date === null || end_date >= today));

const LONG_TYPES = { E: 'entire', P: 'percent', A: 'amount' } as const;
const SHORT_TYPES = { entire: 'E', percent: 'P', amount: 'A' } as const;

export function declaredAllocations(life: Life, job: Job): Allocation[] {
  return job.deposits.flatMap((share): Allocation[] => {
    const account = life.accounts.find(({ key }) => key === share.account);
    if (account === undefined) return [];
    const { account_number, routing_number, bank_name, account_name } = account;
    return [
      {
        account_number,
        routing_number,
        account_type: account.account_type === 'C' ? 'checking' : 'savings',
        bank_name,
        account_name,
        deposit_type: LONG_TYPES[share.deposit_type],
        deposit_value: share.deposit_type === 'E' ? null : share.value,
      },
    ];
  });
}

const PERCENT_MAX = 100_00n;

/**
 * The allocations after a switch. A switch of the entire pay replaces all allocations. A partial switch replaces the
 * allocation of the same account. If that account has no allocation, the new allocation is added as the first one. A
 * loan repayment (`pll`) never replaces an existing allocation.
 */
export function switched(before: readonly Allocation[], { product, deposit }: SwitchRequest): Allocation[] {
  const { bank_address: _, ...wanted } = deposit;
  const same = before.find((one) => isSameAccount(one, wanted));
  const allocation = {
    ...wanted,
    account_name: same?.account_name ?? null,
    bank_name: wanted.bank_name ?? same?.bank_name ?? null,
  };
  if (product === 'pll') return checked([allocation, ...before]);
  if (deposit.deposit_type === 'entire') return [allocation];
  if (same === undefined) return checked([allocation, ...before]);
  return checked(before.map((one) => (one === same ? allocation : one)));
}

const isSameAccount = (a: Pick<Allocation, 'account_number' | 'routing_number'>, b: typeof a): boolean =>
  a.account_number === b.account_number && a.routing_number === b.routing_number;

export const fullyAllocated = (): ProviderFailure =>
  new ProviderFailure(
    'config_error',
    'The payroll system refused the change: 100 percent of the pay is already allocated.',
  );

function checked(allocations: Allocation[]): Allocation[] {
  const percentages = allocations.filter(({ deposit_type }) => deposit_type === 'percent');
  if (sum(percentages.map(({ deposit_value }) => deposit_value ?? 0n)) > PERCENT_MAX) throw fullyAllocated();
  return allocations;
}

/** Deposit accounts as a payroll portal shows them: the account number masked, the routing number in full. */
export function shownAccounts(
  allocations: readonly Allocation[],
  life: Life,
  job: Job,
  id_seed: string,
): PayrollAccount[] {
  const seen = new Map<string, number>();
  return allocations.map((allocation) => {
    const { account_number, routing_number, account_type, bank_name, account_name } = allocation;
    // If the `Life` declares the account, the account has the same id before and after a deposit switch.
    const name =
      life.accounts.find((account) => isSameAccount(account, allocation))?.key ?? `${routing_number}/${account_number}`;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return {
      id: idOf(id_seed, job.key, 'account', name, ...(nth === 0 ? [] : [String(nth)])),
      bank_name,
      account_name,
      account_number: `${'*'.repeat(account_number.length - 4)}${account_number.slice(-4)}`,
      routing_number,
      account_type: account_type === 'checking' ? 'C' : 'S',
      deposit_type: SHORT_TYPES[allocation.deposit_type],
      deposit_value: allocation.deposit_value,
    };
  });
}
