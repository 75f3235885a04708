// Deposit switches at the sandbox's payroll provider. The `memory` of the account stores each switch, and later
// responses show the new deposit accounts.
import { type Static, Type } from 'typebox';
import { type Account, ProviderFailure, type Switched, type SwitchRequest } from '#connectors/contract.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import { recall, recallSandbox } from './accounts.ts';
import type { Life } from './lives/life.ts';
import {
  currentJob,
  declaredAllocations,
  fullyAllocated,
  KeptAllocation,
  keep,
  restore,
  shownAccounts,
  switched,
} from './payroll/allocations.ts';
import { employmentId, type Payroll } from './payroll/payroll.ts';
import { findPersona, lifeFor } from './payroll-door.ts';

/**
 * `switches` contains the latest deposit switches, at most `SWITCHES_KEPT`. Each switch has its key and the allocations
 * before the switch. `allocations` contains the allocations after the last switch.
 */
const Switches = Type.Object({
  switches: Type.Optional(Type.Array(Type.Object({ key: Type.String(), initial: Type.Array(KeptAllocation) }))),
  allocations: Type.Optional(Type.Array(KeptAllocation)),
  /**
   * True if the last fetch returned declared data instead of the sample `Life`. The accounts in the `Life` then belong
   * to another person.
   */
  is_declared: Type.Optional(Type.Boolean()),
});

/**
 * How many of an account's latest switches are remembered. A switch is retried for a few hours at most, and no account
 * has more switches than this number in that time.
 */
const SWITCHES_KEPT = 10;

/**
 * The result depends only on the arguments. If the request has the key of a remembered switch, the request is a retry:
 * it returns the same `initial_accounts` as the first attempt and changes nothing.
 */
export function switchDeposit(account: Account, request: SwitchRequest, today: string): Switched {
  const life = lifeFor(account);
  const job = currentJob(life, today);
  const persona = findPersona(recallSandbox(account).username);
  if (persona?.no_deposit_switch === true || job === undefined) {
    throw new ProviderFailure('not_supported', 'The payroll system does not let you change where your pay goes.');
  }
  if (persona?.is_fully_allocated === true) throw fullyAllocated();
  const { switches = [], allocations, is_declared = false }: Static<typeof Switches> = recall(Switches, account.memory);
  const shown = (before: readonly KeptAllocation[]) => (isSilent(life) || is_declared ? null : restore(before));
  const known = switches.find(({ key }) => key === request.key);
  if (known !== undefined) return { initial_accounts: shown(known.initial), account };
  const initial = allocations ?? keep(declaredAllocations(life, job));
  const memory = {
    ...account.memory,
    allocations: keep(switched(restore(initial), request)),
    switches: [...switches, { key: request.key, initial }].slice(-SWITCHES_KEPT),
  };
  return { initial_accounts: shown(initial), account: { ...account, memory } };
}

/**
 * Sets `is_declared` in the `memory` of the account and returns the account. `is_declared` says whether the client
 * declared the account's data.
 */
export const noteSource = (account: Account, is_declared: boolean): Account => ({
  ...account,
  memory: { ...account.memory, is_declared },
});

/** The payroll with its deposit accounts as they are after the last switch. */
export function withSwitches(payroll: Payroll, account: Account, id_seed: string, today: string): Payroll {
  const { allocations } = recall(Switches, account.memory);
  const life = lifeFor(account);
  const job = currentJob(life, today);
  if (allocations === undefined || job === undefined || isSilent(life)) return payroll;
  const bank_accounts = shownAccounts(restore(allocations), life, job, id_seed);
  const is_switched = ({ id }: Employment): boolean => id === employmentId(id_seed, job);
  return {
    ...payroll,
    employments: payroll.employments.map((one) => (is_switched(one) ? { ...one, bank_accounts } : one)),
  };
}

/** Whether this person's payroll system hides deposit accounts. */
const isSilent = ({ gaps }: Life): boolean => gaps.employment.includes('bank_accounts');
