// The changes that an owner makes on the operations page: features, limits, prices, and the client's own settings. Each
// change uses the same function as the command line. The audit log entry, with the values before and after the change,
// is written in the transaction of the change. A value that stays the same is not recorded.
import { incorrect, notFound } from '#base/errors.ts';
import { formatMoney, parseMoney } from '#base/money.ts';
import type { SettableLimit } from '#domain/access/callers.ts';
import { toClientName, toOrigins } from '#domain/access/client-settings.ts';
import { type Feature, isEnabled } from '#domain/access/features.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { ClientChange } from '#domain/console/operating.ts';
import { renameClient, setFeatures, setLimits, setWidgetOrigins } from '#services/access/clients.ts';
import { setPrices } from '#services/billing/prices.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type EnvironmentRow, lockClient, lockEnvironment } from '#storage/access/clients.ts';
import { lockPrice } from '#storage/billing/prices.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { recordAudit } from './audit.ts';

export function switchFeature(ctx: Ctx, actor: Actor, feature: Feature, is_on: boolean): Promise<void> {
  return inSystem(ctx, async (ctx) => {
    const { features } = await lockedEnvironment(ctx);
    const was_on = isEnabled(feature, ctx.scope.environment, features);
    if (was_on === is_on) return;
    await setFeatures(ctx, ctx.scope, { [feature]: is_on }, ctx.db);
    await recordAudit(ctx, actor, {
      action: 'setFeature',
      object: `features/${feature}`,
      before: { is_on: was_on },
      after: { is_on },
    });
  });
}

/** Sets a limit of this environment. Null clears the limit, so that its default applies again. */
export function changeLimit(ctx: Ctx, actor: Actor, limit: SettableLimit, value: number | null): Promise<void> {
  return inSystem(ctx, async (ctx) => {
    const { client_id, environment } = ctx.scope;
    const before = (await lockedEnvironment(ctx)).limits[limit] ?? null;
    if (before === value) return;
    await setLimits(ctx, client_id, [environment], { [limit]: value }, ctx.db);
    await recordAudit(ctx, actor, {
      action: 'setLimit',
      object: `limits/${limit}`,
      before: { value: before },
      after: { value },
    });
  });
}

/** Sets the price of a product for all clients. It applies to usage from now on. */
export function changePrice(ctx: Ctx, actor: Actor, product: ProductType, given: string | number): Promise<void> {
  const cents = parseMoney(given);
  if (cents === undefined || cents < 0n) {
    throw incorrect({ field: 'unit_price', message: 'Ensure this value is greater than or equal to 0.' });
  }
  return inSystem(ctx, async (ctx) => {
    const before = await lockPrice(ctx.db, product);
    const after = formatMoney(cents);
    if (before === after) return;
    await setPrices(ctx, new Map([[product, cents]]), ctx.db);
    await recordAudit(ctx, actor, {
      action: 'setPrice',
      object: `prices/${product}`,
      before: { unit_price: before },
      after: { unit_price: after },
    });
  });
}

/**
 * Renames the client, and sets which pages may open its widget. The name and the pages are the same in both
 * environments.
 */
export function changeClient(ctx: Ctx, actor: Actor, change: ClientChange): Promise<void> {
  const name = change.name === undefined ? undefined : readName(change.name);
  const origins = change.widget_origins === undefined ? undefined : readOrigins(change.widget_origins);
  return inSystem(ctx, async (ctx) => {
    const { client_id } = ctx.scope;
    const before = await lockClient(ctx.db, client_id);
    if (before === undefined) throw notFound();
    const object = `clients/${client_id}`;
    if (name !== undefined && name !== before.name) {
      await renameClient(ctx, client_id, name, ctx.db);
      await recordAudit(ctx, actor, { action: 'renameClient', object, before: { name: before.name }, after: { name } });
    }
    if (origins !== undefined && !isSame(origins, before.widget_origins)) {
      await setWidgetOrigins(ctx, client_id, origins, ctx.db);
      await recordAudit(ctx, actor, {
        action: 'setWidgetOrigins',
        object,
        before: { widget_origins: before.widget_origins },
        after: { widget_origins: origins },
      });
    }
  });
}

function readName(text: string): string {
  const name = toClientName(text);
  if (name === undefined) throw incorrect({ field: 'name', message: 'This field may not be blank.' });
  return name;
}

function readOrigins(texts: readonly string[]): string[] {
  const read = toOrigins(texts);
  if ('origins' in read) return read.origins;
  const message = `"${read.wrong}" is not an origin such as https://app.example.com.`;
  throw incorrect({ field: 'widget_origins', message });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** Clients, environments and prices belong to the operator, so they are changed in the system scope. */
const inSystem = (ctx: Ctx, work: (ctx: Ctx) => Promise<void>): Promise<void> =>
  ctx.database.scoped(SYSTEM).transaction((db) => work({ ...ctx, db }));

async function lockedEnvironment({ db, scope }: Ctx): Promise<EnvironmentRow> {
  const environment = await lockEnvironment(db, scope);
  if (environment === undefined) throw notFound();
  return environment;
}
