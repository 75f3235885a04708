// Reads all transactions of an item, page by page. A link stores complete lists. So the sync begins at the start each
// time, and no cursor is kept between fetches. A repeated fetch therefore returns the same result.
import type { Io } from '#connectors/contract.ts';
import { ask, type Settings } from './client.ts';
import { PlaidFailure } from './errors.ts';
import { SyncPage, type WireTransaction } from './wire.ts';

const PAGE_SIZE = 500;
/**
 * The maximum number of pages, which is enough for 100,000 transactions. Two years of a busy business account have
 * fewer.
 */
const PAGES_MAX = 200;
const RESTARTS_MAX = 3;
const MUTATED = 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION';

export type Synced = { transactions: WireTransaction[]; status: string | null };

/**
 * Plaid refuses the next page if the transactions have changed since the first page. The sync then starts again from
 * the first page.
 */
export async function syncTransactions(settings: Settings, access_token: string, io: Io): Promise<Synced> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await syncOnce(settings, access_token, io);
    } catch (error) {
      const is_mutated = error instanceof PlaidFailure && error.code === MUTATED;
      if (!is_mutated || restarts === RESTARTS_MAX) throw error;
    }
  }
}

async function syncOnce(settings: Settings, access_token: string, io: Io): Promise<Synced> {
  const transactions = new Map<string, WireTransaction>();
  const options = { include_original_description: true, include_personal_finance_category: true };
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page++) {
    const request = { access_token, count: PAGE_SIZE, options, ...(cursor === '' ? {} : { cursor }) };
    const answer = await ask(settings, '/transactions/sync', request, SyncPage, io);
    for (const transaction of [...answer.added, ...answer.modified]) {
      transactions.set(transaction.transaction_id, transaction);
    }
    for (const { transaction_id } of answer.removed) transactions.delete(transaction_id);
    if (!answer.has_more) {
      return { transactions: [...transactions.values()], status: answer.transactions_update_status ?? null };
    }
    if (answer.next_cursor === cursor) throw new Error('the sync does not advance');
    cursor = answer.next_cursor;
  }
  throw new Error('the provider sent too many pages of transactions');
}
