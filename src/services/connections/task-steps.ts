// Runs the next step of a task. The task's status determines which step is next. A step calls the provider, outside any
// transaction, and returns the outcome. A step writes nothing to the database, so a step that was interrupted can
// simply be run again. The only exception is renewal.ts, which renews access during a step and writes to the database.

import { groupBy } from '#base/lists.ts';
import {
  type Account,
  type Connector,
  type Identities,
  type Io,
  type LoginStep,
  type Manifest,
  type Memory,
  ProviderBusy,
  ProviderFailure,
  type Switched,
} from '#connectors/contract.ts';
import { FILES_PROVIDER_ID } from '#connectors/files/connector.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { byNewestPayDate } from '#domain/reports/statements.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { declaredFor } from './declared-data.ts';
import { documentsFor } from './document-data.ts';
import { importsFor } from './import-data.ts';
import type { HistoryRead } from './link-data.ts';
import type { LinkSecrets } from './links.ts';
import { type CallOptions, callConnector } from './provider-calls.ts';
import { type AccountOfLink, callWithAccount } from './renewal.ts';
import { type OpenTask, restoreDeposit } from './task-secrets.ts';

/** `account_version` is set if the step used a stored account whose access can be renewed (renewal.ts). */
export type Outcome =
  | { kind: 'connected'; account: Account; account_version: number | undefined; identities: Identities }
  | { kind: 'asked'; memory: Memory }
  | { kind: 'sent_away'; url: string; memory: Memory }
  | {
      kind: 'fetched';
      data: Partial<LinkData>;
      account: Account;
      account_version: number | undefined;
      history: HistoryRead;
      /** The data that the provider could not read. */
      missing_data: readonly string[];
      identities: Identities;
    }
  | { kind: 'later'; seconds: number; progress: number; account: Account; account_version: number | undefined }
  | ({ kind: 'switched'; account_version: number | undefined } & Switched)
  /** The provider asked us to wait. `memory` is set if the step has used a secret that works only once. */
  | { kind: 'busy'; seconds: number; message: string; memory: Memory | undefined; scope: FailureScope }
  | { kind: 'failed'; status: FailedStatus; message: string; scope: FailureScope };

export async function takeStep(ctx: Ctx, task: OpenTask, options: CallOptions = {}): Promise<Outcome> {
  const call: Call = (connector, step) => callConnector(ctx, connector, step, options);
  try {
    const connector = ctx.connectors.get(task.row.provider_id);
    if (connector === undefined) throw notSupported('This provider is no longer offered.');
    if (!connector.manifest.products.includes(task.row.product_type)) {
      throw notSupported('This provider does not support the requested product.');
    }
    switch (task.row.status) {
      case 'login':
      case 'mfa':
        return await logIn(ctx, call, connector, task, options);
      case 'parse':
        return await read(ctx, connector, 'first', task, options);
      case 'full_parse':
        return await read(ctx, connector, 'rest', task, options);
      case 'switch_deposit':
        return await switchDeposit(ctx, connector, task, options);
      default:
        throw new Error(`a task has no step to run in status ${task.row.status}`);
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    report(ctx, task, error);
    if (error instanceof ProviderBusy) {
      const { seconds, message, memory, scope } = error;
      return { kind: 'busy', seconds, message, memory, scope };
    }
    return { kind: 'failed', status: error.status, message: error.message, scope: error.scope };
  }
}

/**
 * The error for a request that cannot succeed, even if the provider works normally. So the failure does not affect the
 * provider's health.
 */
const notSupported = (message: string): ProviderFailure =>
  new ProviderFailure('not_supported', message, { scope: 'link' });

/**
 * The providers of our own sandbox share one callback URL. Each live provider has its own callback URL, which the
 * operator registers at the provider.
 */
const redirectUrlOf = ({ settings }: Ctx, { id, is_live }: Manifest): string =>
  is_live === true ? `${settings.base_url}/providers/${id}/callback/` : `${settings.public_url}/oauth/callback/`;

type Call = <T>(connector: Connector, step: (io: Io) => Promise<T>) => Promise<T>;

/**
 * Logs the stack of an unexpected error for the operator. The message is not logged, because it may contain personal
 * data.
 */
function report(ctx: Ctx, { row }: OpenTask, { status, cause }: ProviderFailure): void {
  if (!(cause instanceof Error)) return;
  const where = cause.stack?.split('\n').slice(1, 6).join('\n');
  ctx.log.warn(
    { task_id: row.id, provider_id: row.provider_id, status, fault: cause.name, where },
    'a provider failed',
  );
}

async function logIn(
  ctx: Ctx,
  call: Call,
  connector: Connector,
  task: OpenTask,
  options: CallOptions,
): Promise<Outcome> {
  const { row, secrets, link } = task;
  const attempt = (account: Account | undefined, io: Io): Promise<LoginStep> =>
    connector.login(
      {
        credentials: secrets.credentials,
        products: row.allowed_products.filter((product) => connector.manifest.products.includes(product)),
        history_months: row.history_months,
        is_refresh: row.is_refresh,
        account,
        person_id: personIdOf(ctx, row),
        memory: secrets.memory ?? undefined,
        reply: secrets.reply ?? undefined,
        redirect_url: redirectUrlOf(ctx, connector.manifest),
        state: secrets.state,
      },
      io,
    );
  const { result: step, link_version } =
    row.is_refresh && link !== undefined
      ? await callWithAccount(ctx, connector, ownerOf(task, link), attempt, options)
      : { result: await call(connector, (io) => attempt(link?.account, io)), link_version: undefined };
  switch (step.step) {
    case 'connected':
      return {
        kind: 'connected',
        account: step.account,
        account_version: link_version,
        identities: step.identities ?? [],
      };
    case 'second_factor':
      return { kind: 'asked', memory: step.memory };
    case 'redirect':
      return { kind: 'sent_away', url: step.url, memory: step.memory };
  }
}

/** The id of the person for the connector. Two providers cannot find out that they have the same person. */
const personIdOf = ({ vault, scope }: Ctx, { provider_id, user_id }: OpenTask['row']): string =>
  vault.hash('provider_person', scope.client_id, scope.environment, provider_id, user_id).toString('hex').slice(0, 32);

const ownerOf = ({ row, key }: OpenTask, { account }: LinkSecrets): AccountOfLink => ({
  link_id: row.link_id,
  key,
  account,
});

async function read(
  ctx: Ctx,
  connector: Connector,
  part: 'first' | 'rest',
  task: OpenTask,
  options: CallOptions,
): Promise<Outcome> {
  const { row, link, secrets, key } = task;
  const owner = ownerOf(task, loggedIn(link));
  const declared = await declaredFor(ctx, row.user_id, row.provider_id, part);
  const documents = row.data_source === 'docs' ? await documentsFor(ctx, row) : undefined;
  const imports = row.provider_id === FILES_PROVIDER_ID ? await importsFor(ctx, key, row, part) : undefined;
  const { link_id, is_refresh, history_months } = row;
  const fetch = (product: ProductType) =>
    callWithAccount(
      ctx,
      connector,
      owner,
      (account, io) =>
        connector.fetch[part](
          account,
          { product, link_id, is_refresh, history_months, declared, documents, imports },
          io,
        ),
      options,
    );
  const { result: fetched, link_version: account_version } = await fetch(row.product_type);
  const { account } = fetched;
  if (fetched.outcome !== 'data') {
    return { kind: 'later', seconds: fetched.seconds, progress: fetched.progress, account, account_version };
  }
  const is_complete = declared !== undefined || documents !== undefined || imports !== undefined;
  const months = is_complete ? null : history_months;
  const with_numbers = fetched.without_numbers !== true;
  const { unread = {}, missing_data = [], identities = [] } = fetched;
  const read = { kind: 'fetched', account, account_version, missing_data, identities } as const;
  const paid = secrets.with_recent_paystub ? (await fetch('income')).result : undefined;
  if (paid?.outcome !== 'data') {
    return { ...read, data: fetched.data, history: { months, of_statements: 'all', with_numbers, unread } };
  }
  const { statements } = paid.data;
  return {
    ...read,
    data: { ...fetched.data, ...(statements && { statements: newestOfEach(statements) }) },
    history: { months, of_statements: 'newest', with_numbers, unread },
  };
}

/** For each employment, the statement with the latest pay date. */
const newestOfEach = (statements: NonNullable<LinkData['statements']>): NonNullable<LinkData['statements']> =>
  [...groupBy(statements, ({ employment_id }) => employment_id).values()].flatMap((own) =>
    own.toSorted(byNewestPayDate).slice(0, 1),
  );

async function switchDeposit(ctx: Ctx, connector: Connector, task: OpenTask, options: CallOptions): Promise<Outcome> {
  const { row, link, secrets } = task;
  const owner = ownerOf(task, loggedIn(link));
  const { deposit } = secrets;
  const write = connector.switchDeposit;
  if (
    write === undefined ||
    deposit === null ||
    (row.product_type !== 'deposit_switch' && row.product_type !== 'pll')
  ) {
    throw notSupported('This provider cannot change direct deposits.');
  }
  const request = { product: row.product_type, deposit: restoreDeposit(deposit), key: row.id };
  const change = (account: Account, io: Io) => write(account, request, io);
  const { result, link_version } = await callWithAccount(ctx, connector, owner, change, options);
  return { kind: 'switched', ...result, account_version: link_version };
}

/** Throws if the link was deleted while the task ran. */
function loggedIn(link: LinkSecrets | undefined): LinkSecrets {
  if (link === undefined) throw new ProviderFailure('error', 'The link was deleted.', { scope: 'link' });
  return link;
}
