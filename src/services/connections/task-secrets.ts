// What a task keeps under its seal, and the task as its next step needs it.
import type { KeyObject } from 'node:crypto';
import { type InDecimals, parseMoney } from '#base/money.ts';
import type { Credentials, Memory, Reply } from '#connectors/contract.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import { findTask, type StoredTask } from '#storage/connections/tasks.ts';
import { type LinkSecrets, openLink } from './links.ts';

/** What the next step needs; gone with the last one. */
export type TaskSecrets = {
  credentials: Credentials;
  memory: Memory | null;
  /** What came back on the last question; used up by the step that reads it. */
  reply: Reply | null;
  /** A code given before anybody asked for it. */
  code: string | null;
  /** Names this login at a provider's own page. */
  state: string;
  /** Where the person must go, while the task waits for it. */
  redirect_url: string | null;
  /** The browser that left for it: only from there the answer is accepted. */
  browser_hash: string | null;
  /** Nobody will answer a question: a refresh, or a shortcut of the sandbox without a code. */
  is_unattended: boolean;
  deposit: InDecimals<DepositAccount> | null;
  /** A refresh of employment alone that is to bring the newest pay statement too. */
  with_recent_paystub: boolean;
};

/** Where pay is to go, and once the switch is done what was there before. */
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
  /** Once logged in: how, and what the provider left with us. */
  readonly link: LinkSecrets | undefined;
};

/** Undefined when it has ended, waits, or is gone with its person. */
export async function openTask(ctx: Ctx, task_id: string): Promise<OpenTask | undefined> {
  const row = await findTask(ctx.db, ctx.scope, task_id);
  return row === undefined || row.secrets === null || row.waits_for !== null ? undefined : openSecretsOf(ctx, row);
}

/** A task that has not ended. */
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
