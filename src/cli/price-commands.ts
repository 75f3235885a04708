// `vouch prices`: the operator's price of a successful task, per product, for all clients.
import type { Command } from 'commander';
import { parseMoney } from '#base/money.ts';
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import { OperatorError } from '#services/access/clients.ts';
import { listPrices, setPrices } from '#services/billing/prices.ts';
import { explained, type Print, type WithHouse } from './command-parts.ts';

type Prices = Awaited<ReturnType<typeof listPrices>>;

export function addPriceCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const show = (prices: Prices) => print(byProduct(prices), prices.map(lineOf).join('\n'));
  const command = explained(
    program.command('prices'),
    'Shows and sets the price of a successful task, for all clients.',
    'prices list',
  );
  explained(
    command.command('set <prices...>'),
    `Sets product prices for all usage from now on (${PRODUCT_TYPES.join(', ')}).`,
    'prices set income=12.50 employment=8',
  ).action(async (texts: string[]) => {
    const prices = new Map(texts.map(toPrice));
    await withHouse(async (house) => show(await setPrices(house, prices)));
  });
  explained(command.command('list'), 'Lists the price of every product.', 'prices list').action(() =>
    withHouse(async (house) => show(await listPrices(house))),
  );
}

export function toPrice(text: string): [ProductType, bigint] {
  const [name, price, ...rest] = text.split('=');
  const product = PRODUCT_TYPES.find((one) => one === name);
  const cents = parseMoney(price);
  if (product === undefined || cents === undefined || cents < 0n || rest.length > 0) {
    throw new OperatorError(
      `"${text}" is not a product (${PRODUCT_TYPES.join(', ')}) followed by =0 to =9999999999.99`,
    );
  }
  return [product, cents];
}

const byProduct = (prices: Prices): Record<string, string> =>
  Object.fromEntries(prices.map(({ product_type, unit_price }) => [product_type, unit_price]));

const NAME_WIDTH = Math.max(...PRODUCT_TYPES.map(({ length }) => length));

const lineOf = ({ product_type, unit_price }: Prices[number]): string =>
  `${product_type.padEnd(NAME_WIDTH)}  ${unit_price}`;
