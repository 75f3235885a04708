import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { addPriceCommands, toPrice } from './price-commands.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

async function prices(...args: string[]): Promise<{ value: unknown; text: string }> {
  const program = new Command('vouch');
  let printed: { value: unknown; text: string } | undefined;
  addPriceCommands(
    program,
    (value, text) => {
      printed = { value, text };
    },
    (work) => work(house),
  );
  await program.parseAsync(['prices', ...args], { from: 'user' });
  if (printed === undefined) throw new Error('nothing was printed');
  return printed;
}

describe('vouch prices', () => {
  test('"set" prints the new prices, and "list" shows every product', async () => {
    expect(await prices('set', 'income=12.50', 'employment=8')).toEqual({
      value: { income: '12.50', employment: '8.00' },
      text: 'income          12.50\nemployment      8.00',
    });
    await prices('set', 'employment=8.05');
    const { value, text } = await prices('list');
    expect(value).toEqual({
      income: '12.50',
      employment: '8.05',
      deposit_switch: '0.00',
      pll: '0.00',
      insurance: '0.00',
      transactions: '0.00',
      assets: '0.00',
      admin: '0.00',
    });
    expect(text.split('\n')).toHaveLength(8);
  });

  test('"set" changes no price if one of its arguments names an unknown product', async () => {
    await expect(prices('set', 'admin=5', 'teleport=1')).rejects.toThrow('"teleport=1" is not a product (income, ');
    expect((await prices('list')).value).toMatchObject({ admin: '0.00' });
  });
});

describe('toPrice', () => {
  test.each([
    ['income=0', ['income', 0n]],
    ['income=0.1', ['income', 10n]],
    ['pll=9999999999.99', ['pll', 999_999_999_999n]],
  ] as const)('toPrice parses the text "%s"', (text, price) => {
    expect(toPrice(text)).toEqual(price);
  });

  test.each([
    'income',
    'income=',
    'income=-1',
    'income=1.001',
    'income=10000000000',
    'income=1=2',
    'income=1e3',
    'income=$5',
    'income= 5',
    'Income=5',
    '=5',
    '',
  ])('toPrice rejects %j with a one-line error', (text) => {
    expect(() => toPrice(text)).toThrow(/^"[^\n]*" is not a product \([^\n]*\) followed by =0 to =9999999999\.99$/);
  });
});
