// A payroll provider for tests in prod. It is the sandbox provider under another name, so the tests know its data and
// need no network.
import type { Connector } from '#connectors/contract.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import { createTask, enqueueTask } from '#services/connections/tasks.ts';
import type { House } from '#services/house.ts';
import { createUser, getStoredUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';

const prodPayroll: Connector = {
  ...vouchPayroll,
  manifest: { ...vouchPayroll.manifest, id: 'prod_payroll', name: 'Prod Payroll', environments: ['sandbox', 'prod'] },
};

/** Returns the given service with the provider `prod_payroll` added. */
export const withProdPayroll = <H extends House>(house: H): H => ({
  ...house,
  connectors: new Map([...house.connectors, [prodPayroll.manifest.id, prodPayroll]]),
});

/** Creates a user and enqueues a task for this user. The caller must have opened a transaction. */
export async function startTask(
  ctx: Ctx,
  external_user_id: string,
  credentials: { username: string; password: string },
): Promise<void> {
  const { id: user_id } = await createUser(ctx, { external_user_id });
  const key = await ctx.vault.unwrap(ctx.scope, user_id, await getStoredUser(ctx, user_id));
  const task_id = await createTask(ctx, key, {
    link_id: ctx.newId(),
    is_known_link: false,
    user_id,
    order_id: null,
    bridge_token_id: null,
    product_type: 'employment',
    allowed_products: ['employment'],
    data_source: 'payroll',
    provider_id: prodPayroll.manifest.id,
    company_mapping: null,
    template_id: null,
    use_case: null,
    tracking_info: null,
    is_refresh: false,
    is_suspicious: false,
    history_months: 12,
    credentials,
    code: null,
    is_unattended: true,
    deposit: null,
  });
  await enqueueTask(ctx, task_id);
}
