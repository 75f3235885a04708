// Seals and unseals the secrets of a task, and loads a task for its next step.
import type { KeyObject } from 'node:crypto';
import { type InDecimals, parseMoney } from '#base/money.ts';
import type { Credentials, Memory, Reply } from '#connectors/contract.ts';
import type { BusyWait } from '#domain/connections/busy-waits.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import { isLoggingIn } from '#domain/connections/tasks.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findTask, type StoredTask } from '#storage/connections/tasks.ts';
import { type LinkSecrets, openLink } from './links.ts';

/** The input of the next step; deleted when the task ends. */
export type TaskSecrets = {
  credentials: Credentials;
  memory: Memory | null;
  /** The code from the user, or the query of the callback URL. It is kept until the next step has used it. */
  reply: Reply | null;
  /** A second-factor code that was given when the task was created. */
  code: string | null;
  /** Identifies this login at the provider's page (OAuth state). */
  state: string;
  /** The URL of the provider's page, while the task waits for the redirect. */
  redirect_url: string | null;
  /** Identifies the browser that opened the provider's page; the callback is accepted only from that browser. */
  browser_hash: string | null;
  /**
   * True if no user is present who could enter a code. This is the case for a refresh and for a sandbox link that is
   * created through the API.
   */
  is_unattended: boolean;
  deposit: InDecimals<DepositAccount> | null;
  /**
   * Describes the wait for a busy provider; absent or null if the task does not wait for one. A task that was created
   * by an older version of the service may lack this field.
   */
  busy?: BusyWait | null;
  /** True for a refresh of employment data if the refresh also fetches the newest pay statement. */
  with_recent_paystub: boolean;
};

/**
 * The deposit to set up. `initial_accounts` contains the deposit accounts from before the deposit was set up; it is
 * null until the deposit is set up.
 */
export type TaskOutcome = { deposit: InDecimals<DepositAccount>; initial_accounts: readonly KeptAllocation[] | null };
export type KeptAllocation = InDecimals<Omit<DepositAccount, 'bank_address'>> & { account_name: string | null };

const secretsPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'tasks', 'secrets', id);
const outcomePlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'tasks', 'outcome', id);
const missingPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'tasks', 'missing_data', id);

export const sealSecrets = (ctx: Ctx, key: KeyObject, id: string, secrets: TaskSecrets): Buffer =>
  sealJson(key, secrets, secretsPlace(ctx, id));
const openSecrets = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): TaskSecrets =>
  unsealJson<TaskSecrets>(key, sealed, secretsPlace(ctx, id));
export const sealOutcome = (ctx: Ctx, key: KeyObject, id: string, outcome: TaskOutcome): Buffer =>
  sealJson(key, outcome, outcomePlace(ctx, id));
export const openOutcome = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): TaskOutcome =>
  unsealJson<TaskOutcome>(key, sealed, outcomePlace(ctx, id));

export const sealMissing = (ctx: Ctx, key: KeyObject, id: string, missing_data: readonly string[]): Buffer =>
  sealJson(key, missing_data, missingPlace(ctx, id));
export const openMissing = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): string[] =>
  unsealJson<string[]>(key, sealed, missingPlace(ctx, id));

export const restoreDeposit = (kept: InDecimals<DepositAccount>): DepositAccount => ({
  ...kept,
  deposit_value: kept.deposit_value === null ? null : (parseMoney(kept.deposit_value) ?? null),
});

/** A task with everything its next step needs. */
export type OpenTask = {
  readonly row: StoredTask;
  readonly key: KeyObject;
  readonly secrets: TaskSecrets;
  /** The link's credentials and account; `undefined` before the login. */
  readonly link: LinkSecrets | undefined;
};

export const isPersonWaiting = ({ row, secrets }: Pick<OpenTask, 'row' | 'secrets'>): boolean =>
  isLoggingIn(row.status) && !secrets.is_unattended;

/** Returns `undefined` if the task has ended, is waiting, or was erased with its user. */
export async function openTask(ctx: Ctx, task_id: string): Promise<OpenTask | undefined> {
  const row = await findTask(ctx.db, ctx.scope, task_id);
  return row === undefined || row.secrets === null || row.waits_for !== null ? undefined : openSecretsOf(ctx, row);
}

/** Unseals the secrets of a task that has not ended. */
export async function openSecretsOf(ctx: Ctx, row: StoredTask): Promise<OpenTask> {
  if (row.secrets === null) throw new Error('a task that has ended has no secrets');
  const key = await ctx.vault.unwrap(ctx.scope, row.user_id, row);
  return {
    row,
    key,
    secrets: openSecrets(ctx, key, row.id, row.secrets),
    link: row.link_sealed === null ? undefined : openLink(ctx, key, row.link_id, row.link_sealed),
  };
}
