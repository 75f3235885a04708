import { expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { addressBlocks } from './address-blocks.ts';
import { textRows } from './text-rows.ts';

const blocksOf = (text: string) =>
  addressBlocks(textRows(printedPage(text))).map(({ name, address }) => [
    name.map((line) => line.text),
    address.map((line) => line.text),
  ]);

test('addressBlocks reads the lines above the street as names', () => {
  expect(blocksOf('Ada Sample\nBob Sample\n12 Elm St\nApt 4\nOrrin, IL 60441-1234')).toEqual([
    [
      ['Ada Sample', 'Bob Sample'],
      ['12 Elm St', 'Apt 4', 'Orrin, IL 60441-1234'],
    ],
  ]);
});

test('addressBlocks finds two addresses that are printed side by side', () => {
  const text = 'Ada Sample         Harbor Bank\nPO Box 12          1 Main St\nOrrin IL 60441     Tavish, NY 12541';
  expect(blocksOf(text).map(([name]) => name)).toEqual([['Ada Sample'], ['Harbor Bank']]);
});

test.each([['Orrin, ZZ 60441'], ['Orrin, IL 6044'], ['IL 60441'], ['']])(
  'addressBlocks does not take %s as the last line of an address',
  (text) => {
    expect(blocksOf(text)).toEqual([]);
  },
);
