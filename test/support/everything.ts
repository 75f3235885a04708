// A provider with data for every product, in both environments, so that a single link has data for every endpoint.

import { newId } from '#base/ids.ts';
import type { Account, Connector, Fetch } from '#connectors/contract.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import { vouchInsurance } from '#connectors/sandbox/vouch-insurance.ts';
import { vouchPayroll } from '#connectors/sandbox/vouch-payroll.ts';
import { vouchTax } from '#connectors/sandbox/vouch-tax.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import type { LinkData } from '#domain/reports/link-data.ts';
import { getLink, secretsOf } from '#services/connections/links.ts';
import { runTask } from '#services/connections/task-run.ts';
import { createTask } from '#services/connections/tasks.ts';
import { getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { Call, TestHouse } from './house.ts';
import { newUser } from './tasks.ts';

const SOURCES: readonly [Connector, ProductType][] = [
  [vouchPayroll, 'income'],
  [vouchPayroll, 'admin'],
  [vouchTax, 'income'],
  [vouchBank, 'assets'],
  [vouchInsurance, 'insurance'],
];

/** A fetch for the `income` product returns all data. A fetch for any other product returns no data. */
const first: Fetch = async (account, request, io) => {
  const data: Partial<LinkData> = {};
  if (request.product === 'income') {
    for (const [source, product] of SOURCES) {
      for (const part of [source.fetch.first, source.fetch.rest]) {
        const fetched = await part(at(source, account), { ...request, product }, io);
        if (fetched.outcome === 'data') Object.assign(data, fetched.data);
      }
    }
  }
  return { outcome: 'data', data, account };
};

/**
 * For the sandbox bank, replaces the user name with `goodlogin.all`, because the data of this login includes
 * liabilities.
 */
const at = (source: Connector, account: Account): Account =>
  source === vouchBank ? { ...account, memory: { ...account.memory, username: 'goodlogin.all' } } : account;

const everything: Connector = {
  ...vouchPayroll,
  manifest: {
    ...vouchPayroll.manifest,
    id: 'everything',
    name: 'Everything',
    products: PRODUCT_TYPES,
    environments: ENVIRONMENTS,
  },
  fetch: { first, rest: async (account) => ({ outcome: 'data', data: {}, account }) },
};

export const EVERYTHING: ReadonlyMap<string, Connector> = new Map([[everything.manifest.id, everything]]);

export type Everything = { user_id: string; link_id: string; task_id: string; access_token: string };

/**
 * Creates a user and a link, and runs a task for each product on the link. `house` must have the connectors in
 * `EVERYTHING`.
 */
export async function connectEverything(
  house: TestHouse,
  call: Call,
  [first_product, ...others]: readonly [ProductType, ...ProductType[]] = PRODUCT_TYPES,
): Promise<Everything> {
  const user_id = await newUser(call, newId());
  const ctx = await ctxOf(house, await scopeOf(house, user_id));
  const link_id = newId();
  const task_id = await connectFor(ctx, { user_id, link_id, is_known_link: false }, first_product);
  for (const product of others) await connectFor(ctx, { user_id, link_id, is_known_link: true }, product);
  const { access_token } = await secretsOf(ctx, await getLink(ctx, link_id));
  return { user_id, link_id, task_id, access_token };
}

/** Returns the client and environment to which the user belongs. */
async function scopeOf(house: TestHouse, user_id: string): Promise<Scope> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<Scope>('select client_id, environment from users where id = $1', [user_id]);
  if (rows[0] === undefined) throw new Error('nobody has this user');
  return { client_id: rows[0].client_id, environment: rows[0].environment };
}

const DEPOSIT = {
  account_number: '400100219999',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: null,
  bank_address: null,
  deposit_type: 'entire',
  deposit_value: null,
} as const;

type Target = { user_id: string; link_id: string; is_known_link: boolean };

/** Creates a task for the product, runs it to its end and returns its id. */
async function connectFor(ctx: Ctx, target: Target, product_type: ProductType): Promise<string> {
  const { user_id } = target;
  const key = await ctx.vault.unwrap(ctx.scope, user_id, await getStoredUser(ctx, user_id));
  const task_id = await inTransaction(ctx, (ctx) =>
    createTask(ctx, key, {
      ...target,
      order_id: null,
      bridge_token_id: null,
      product_type,
      allowed_products: [...PRODUCT_TYPES],
      data_source: 'payroll',
      provider_id: everything.manifest.id,
      company_mapping: null,
      template_id: null,
      use_case: null,
      tracking_info: null,
      is_refresh: false,
      is_suspicious: false,
      history_months: 12,
      credentials: { username: 'goodlogin', password: 'goodpassword' },
      code: null,
      is_unattended: true,
      deposit: DEPOSIT,
    }),
  );
  await runTask(ctx, task_id);
  return task_id;
}
