// `vouch orders`: shows the progress of orders. It prints ids, statuses and times, never personal data.
import { type Command, Option } from 'commander';
import { isId } from '#base/ids.ts';
import { type OrderStatus, SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { PAGE_SIZE_MAX } from '#domain/platform/pages.ts';
import { clientCtx, OperatorError } from '#services/access/clients.ts';
import { findOrderOverview, listOrderOverviews, type OrderOverview } from '#services/orders/order-overviews.ts';
import { explained, type Print, type ScopeOptions, type WithHouse, wholeNumber, withScope } from './command-parts.ts';

type ListOptions = ScopeOptions & { status?: OrderStatus; limit: number };

const LIMIT_DEFAULT = 25;

export function addOrderCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const orders = explained(
    program.command('orders'),
    'Shows the progress of orders, without personal data.',
    'orders list --client CLIENT_ID --env prod',
  );
  withScope(
    explained(
      orders.command('list'),
      'Lists the newest orders of a client.',
      'orders list --client CLIENT_ID --env prod --status error --limit 10',
    ),
  )
    .addOption(new Option('--status <status>', 'only orders with this status').choices(SUBORDER_STATUSES))
    .option(
      '--limit <number>',
      `number of orders to list, 1 to ${PAGE_SIZE_MAX}`,
      wholeNumber(1, PAGE_SIZE_MAX),
      LIMIT_DEFAULT,
    )
    .action(({ client, env, status, limit }: ListOptions) =>
      withHouse(async (house) => {
        const ctx = await clientCtx(house, { client_id: client, environment: env });
        const page = await listOrderOverviews(ctx, { status, limit });
        print(page, [...page.results.map(lineOf), `${page.results.length} of ${page.count} orders`].join('\n'));
      }),
    );
  explained(
    orders.command('show <id>'),
    'Shows one order of any client, with its suborders.',
    'orders show ORDER_ID',
  ).action((id: string) =>
    withHouse(async (house) => {
      const order = isId(id) ? await findOrderOverview(house, id) : undefined;
      if (order === undefined) throw new OperatorError(`there is no order ${id}`);
      print(order, textOf(order));
    }),
  );
}

const STATUS_WIDTH = Math.max(...SUBORDER_STATUSES.map(({ length }) => length));

function lineOf({ id, status, created_at, suborders }: OrderOverview): string {
  const parts = suborders.map((one) => `${one.product_type} ${one.status}`);
  return `${id}  ${created_at}  ${status.padEnd(STATUS_WIDTH)}  ${parts.join(', ')}`.trimEnd();
}

/** Returns one line for each value that is not null, and then one line for each suborder. */
function textOf({ suborders, ...order }: OrderOverview): string {
  const entries = Object.entries(order).filter(([, value]) => value !== null);
  const width = Math.max(...entries.map(([name]) => name.length));
  return [
    ...entries.map(([name, value]) => `${name.padEnd(width)}  ${Array.isArray(value) ? value.join(', ') : value}`),
    ...suborders.map(
      ({ id, kind, product_type, status, updated_at }) =>
        `suborder ${id}  ${status.padEnd(STATUS_WIDTH)}  ${kind}  ${product_type}  since ${updated_at}`,
    ),
  ].join('\n');
}
