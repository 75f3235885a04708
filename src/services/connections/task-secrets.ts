// The sealed data of a task, and the task as its next step needs it.
import type { KeyObject } from 'node:crypto';
import { type InDecimals, parseMoney } from '#base/money.ts';
import type { Credentials, Memory, Reply } from '#connectors/contract.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findTask, type StoredTask } from '#storage/connections/tasks.ts';
import { type LinkSecrets, openLink } from './links.ts';

/** The input of the next step; deleted with the last one. */
export type TaskSecrets = {
  credentials: Credentials;
  memory: Memory | null;
  /** The reply to the last question; consumed by the step that reads it. */
  reply: Reply | null;
  /** A code given in advance. */
  code: string | null;
  /** Identifies this login at the provider's page (OAuth state). */
  state: string;
  /** Where the user must go, while the task waits for the redirect. */
  redirect_url: string | null;
  /** The browser that left for it: the callback is accepted only from there. */
  browser_hash: string | null;
  /** No user can answer a question: a refresh, or a sandbox shortcut without a code. */
  is_unattended: boolean;
  deposit: InDecimals<DepositAccount> | null;
  /** True for an employment-only refresh that also fetches the newest pay statement. */
  with_recent_paystub: boolean;
};

/** The deposit to set up and, once switched, the accounts that were there before. */
export type TaskOutcome = { deposit: InDecimals<DepositAccount>; initial_accounts: readonly KeptAllocation[] | null };
export type KeptAllocation = InDecimals<Omit<DepositAccount, 'bank_address'>> & { account_name: string | null };

const secretsPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'tasks', 'secrets', id);
const outcomePlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'tasks', 'outcome', id);

export const sealSecrets = (ctx: Ctx, key: KeyObject, id: string, secrets: TaskSecrets): Buffer =>
  sealJson(key, secrets, secretsPlace(ctx, id));
const openSecrets = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): TaskSecrets =>
  unsealJson<TaskSecrets>(key, sealed, secretsPlace(ctx, id));
export const sealOutcome = (ctx: Ctx, key: KeyObject, id: string, outcome: TaskOutcome): Buffer =>
  sealJson(key, outcome, outcomePlace(ctx, id));
export const openOutcome = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): TaskOutcome =>
  unsealJson<TaskOutcome>(key, sealed, outcomePlace(ctx, id));

export const restoreDeposit = (kept: InDecimals<DepositAccount>): DepositAccount => ({
  ...kept,
  deposit_value: kept.deposit_value === null ? null : (parseMoney(kept.deposit_value) ?? null),
});

/** A task as its next step needs it. */
export type OpenTask = {
  readonly row: StoredTask;
  readonly key: KeyObject;
  readonly secrets: TaskSecrets;
  /** After the login: the credentials and the account as the provider left it. */
  readonly link: LinkSecrets | undefined;
};

/** Undefined if it has ended, waits, or was erased with its user. */
export async function openTask(ctx: Ctx, task_id: string): Promise<OpenTask | undefined> {
  const row = await findTask(ctx.db, ctx.scope, task_id);
  return row === undefined || row.secrets === null || row.waits_for !== null ? undefined : openSecretsOf(ctx, row);
}

/** For a task that has not ended. */
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
