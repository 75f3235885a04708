import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newKeyBytes, toKey } from '#base/sealing.ts';
import { account, transaction } from '#test/assets.ts';
import { sealBlocks } from './sealed-json.ts';
import { openFewInTurns, type SealedSections } from './sealed-sections.ts';

const key = toKey(newKeyBytes());
const TODAY = '2026-03-01';
const checking = account('1000.00');

/** The sealed data of a bank with one transaction a day, the newest transaction first. */
async function bankOf(transactions: number, accounts = 1): Promise<SealedSections> {
  const days = Array.from({ length: transactions }, (_, at) =>
    transaction(checking, addDays(TODAY, -at), 'DEBIT', '12.50', {}),
  );
  const sealed = async (items: readonly unknown[], where: string) => ({
    key,
    sealed: await sealBlocks(key, items, where),
    where,
  });
  return {
    accounts: await sealed(
      Array.from({ length: accounts }, () => checking),
      'accounts',
    ),
    transactions: await sealed(days, 'transactions'),
  };
}

describe('openFewInTurns', () => {
  test('opens a list that has at most the maximum number of transactions, and returns undefined for a list that has one transaction more', async () => {
    expect((await openFewInTurns(await bankOf(600), '', 600))?.transactions).toHaveLength(600);
    expect(await openFewInTurns(await bankOf(601), '', 600)).toBeUndefined();
  });

  test('openFewInTurns stops reading at the first block that reaches the given date; only the transactions that were read count towards the maximum', async () => {
    const opened = await openFewInTurns(await bankOf(2_000), addDays(TODAY, -300), 600);
    expect(opened?.transactions).toHaveLength(400);
    expect(await openFewInTurns(await bankOf(2_000), addDays(TODAY, -601), 600)).toBeUndefined();
  });

  test('opens all accounts, even if the number of accounts exceeds the maximum number of transactions', async () => {
    const opened = await openFewInTurns(await bankOf(1, 1_000), '', 600);
    expect([opened?.accounts?.length, opened?.transactions?.length]).toEqual([1_000, 1]);
  });

  test('returns undefined for long sections without unsealing them', async () => {
    const sections = await bankOf(1);
    const long = { key, sealed: Buffer.alloc(256 * 1024 + 1), where: 'transactions' };
    expect(await openFewInTurns({ ...sections, transactions: long }, TODAY, 600)).toBeUndefined();
  });
});
