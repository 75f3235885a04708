// Connects a sandbox account without the widget, creating the same task, link and events as the widget does.
import { type InvalidParam, incorrect } from '#base/errors.ts';
import type { Connector } from '#connectors/contract.ts';
import { UNKNOWN_TEMPLATE } from '#domain/access/templates.ts';
import { accountFaults } from '#domain/connections/bridge-tokens.ts';
import { toDepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { hasLoggedIn } from '#domain/connections/tasks.ts';
import { historyMonths } from '#domain/reports/link-history.ts';
import type { NewSandboxLink, SandboxLinkAnswer } from '#domain/sandbox/sandbox-links.ts';
import { chooseTemplate } from '#services/access/templates.ts';
import { findCompany } from '#services/connections/companies.ts';
import { knownLinkId } from '#services/connections/links.ts';
import { offeredConnector } from '#services/connections/providers.ts';
import { issuePublicToken } from '#services/connections/public-tokens.ts';
import { consentFor } from '#services/connections/sandbox-oauth.ts';
import { type Login, readLogin, runLogin } from '#services/connections/task-run.ts';
import { type OpenTask, openTask } from '#services/connections/task-secrets.ts';
import { beginTask, writeAnswer } from '#services/connections/tasks.ts';
import { openForVisit, type VisitedSuborder } from '#services/orders/order-visits.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findUser, type StoredUser } from '#storage/people/users.ts';

export async function connectInSandbox(ctx: Ctx, input: NewSandboxLink): Promise<SandboxLinkAnswer> {
  const { user, connector, template_id } = await check(ctx, input);
  const begun = await inTransaction(ctx, async (ctx) => {
    const ordered = input.order_id ? await openForVisit(ctx, input.order_id, input) : undefined;
    return begin(ctx, user, connector, { template_id, ordered }, input);
  });
  const { row } = await answerRedirect(ctx, await runLogin(ctx, begun), input);
  const public_token = hasLoggedIn(row.status) ? await issuePublicToken(ctx, row.link_id, row.id) : null;
  return { public_token, task_id: row.id, link_id: row.link_id };
}

type Checked = { user: StoredUser; connector: Connector; template_id: string | null };

async function check(ctx: Ctx, input: NewSandboxLink): Promise<Checked> {
  const [user, template_id] = await Promise.all([
    findUser(ctx.db, ctx.scope, input.user_id),
    chooseTemplate(ctx, input.template_id, input.product_type),
  ]);
  const connector = offeredConnector(ctx, input.provider_id);
  const faults: InvalidParam[] = [];
  if (user === undefined) faults.push({ field: 'user_id', message: 'Object not found.' });
  // The sample people of the sandbox have no accounts at a live provider, so no sandbox link can be created there.
  if (connector === undefined || connector.manifest.is_live === true) {
    faults.push({ field: 'provider_id', message: 'Object not found.' });
  }
  // If the product needs a bank account and the link belongs to an order, the account comes from the order, so the
  // request need not contain it.
  if (input.account || !input.order_id) {
    faults.push(...accountFaults({ product_type: input.product_type, account: input.account ?? null }));
  }
  if (template_id === undefined) faults.push(UNKNOWN_TEMPLATE);
  if (user === undefined || connector === undefined || template_id === undefined || faults.length > 0) {
    throw incorrect(...faults);
  }
  return { user, connector, template_id };
}

async function begin(
  ctx: Ctx,
  user: StoredUser,
  { manifest, loginOf }: Connector,
  { template_id, ordered }: { template_id: string | null; ordered: VisitedSuborder | undefined },
  input: NewSandboxLink,
): Promise<OpenTask> {
  const { product_type } = input;
  const credentials = { username: input.username, password: input.password };
  const login = loginOf(credentials);
  const known = login === undefined ? undefined : await knownLinkId(ctx, user.id, manifest.id, login);
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  const { row, secrets } = await beginTask(ctx, key, {
    link_id: known ?? ctx.newId(),
    is_known_link: known !== undefined,
    user_id: user.id,
    order_id: ordered?.order_id ?? null,
    bridge_token_id: null,
    product_type,
    allowed_products: [product_type],
    data_source: manifest.data_source,
    provider_id: manifest.id,
    company_mapping: (await companyOf(ctx, input.company_mapping_id)) ?? ordered?.company ?? null,
    template_id: ordered === undefined ? template_id : ordered.template_id,
    use_case: null,
    tracking_info: ordered?.suborder_id ?? (input.tracking_info || null),
    is_refresh: false,
    is_suspicious: false,
    history_months: ordered?.history_months ?? historyMonths(false),
    credentials,
    code: input.mfa_code || null,
    is_unattended: true,
    deposit: input.account ? toDepositAccount(input.account) : (ordered?.deposit ?? null),
  });
  const { master_key_id, wrapped_key } = user;
  const opened = {
    row: { ...row, master_key_id, wrapped_key, link_sealed: null, link_is_suspicious: null },
    key,
    secrets,
  };
  return (known === undefined ? undefined : await openTask(ctx, row.id)) ?? { ...opened, link: undefined };
}

/** The company is only a hint, so an unknown id is ignored and not rejected. */
async function companyOf(ctx: Ctx, id: string | null | undefined): Promise<EmployerRef | null> {
  return id ? ((await findCompany(ctx, id)) ?? null) : null;
}

/** If the provider redirects to its own page, the sandbox completes that page in place of the user. */
async function answerRedirect(ctx: Ctx, login: Login, { username, password }: NewSandboxLink): Promise<Login> {
  const { open } = login;
  const redirect_url = open?.secrets.redirect_url ?? null;
  if (open?.row.waits_for !== 'redirect' || redirect_url === null) return login;
  const back = await consentFor(ctx, redirect_url, { username, password, allow: true });
  const query = Object.fromEntries(new URL(back).searchParams);
  const answered = await inTransaction(ctx, (ctx) => writeAnswer(ctx, open, { kind: 'redirect', query }));
  // `answered` is `undefined` if the task has ended in the meantime, for example because it timed out when the clock
  // was moved.
  return answered === undefined ? readLogin(ctx, open.row.id) : runLogin(ctx, answered);
}
