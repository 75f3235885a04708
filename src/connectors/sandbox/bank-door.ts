// Login and data of the sandbox's bank customers, shared by the bank with a login form and the bank with OAuth consent.
import { type Account, type Connector, type FetchRequest, type Io, ProviderFailure } from '#connectors/contract.ts';
import { type Door, laterOf, PLAIN, recallSandbox, refreshed, todayOf } from './accounts.ts';
import { type Bank, bankOn } from './bank/bank.ts';
import { openBankDocument, withBankFiles } from './bank/bank-documents.ts';
import { BANK_USERNAMES, bankLifeOf, isBankUsername } from './cast/bank-people.ts';
import { declaredBank, declaredTransactions } from './declared.ts';
import type { BankLife } from './lives/bank-life.ts';
import { MESSAGES } from './logins.ts';

export const BANK_DOOR: Door = { usernames: BANK_USERNAMES, traitsOf: () => PLAIN };

/**
 * Returns `undefined` for the sample login `error.user`. This login has no bank data, because every password for it
 * leads to a failure.
 */
function findLife(account: Account): BankLife | undefined {
  const { username, first_login_date } = recallSandbox(account);
  return isBankUsername(username) ? bankLifeOf(username, first_login_date) : undefined;
}

function lifeFor(account: Account): BankLife {
  const life = findLife(account);
  if (life === undefined) throw new ProviderFailure('no_data', MESSAGES.no_data);
  return life;
}

const sampleBank = (account: Account, { link_id, history_months }: FetchRequest, io: Io): Bank =>
  bankOn(lifeFor(account), todayOf(io), link_id, history_months);

export const fetchBank: Connector['fetch'] = {
  async first(before, request, io) {
    const later = laterOf(before, io);
    if (later !== undefined) return later;
    const account = refreshed(before, request.is_refresh, io);
    if (request.declared?.bank) {
      return { outcome: 'data', data: declaredBank(request.declared.bank, request.link_id), account };
    }
    const { accounts, holdings, liabilities, profile } = sampleBank(account, request, io);
    const { credit, loans } = liabilities ?? { credit: [], loans: [] };
    return { outcome: 'data', data: { accounts, holdings, credit, loans, identity: [profile] }, account };
  },
  async rest(account, request, io) {
    if (request.declared?.bank) {
      const transactions = await declaredTransactions(request.declared.bank, request.link_id);
      return { outcome: 'data', data: { transactions, bank_statements: [] }, account };
    }
    const bank = await withBankFiles(lifeFor(account), sampleBank(account, request, io), request.link_id);
    return {
      outcome: 'data',
      data: { transactions: bank.transactions, bank_statements: bank.bank_statements },
      account,
    };
  },
};

export async function openBankFile(account: Account, file_id: string): Promise<Buffer | undefined> {
  const life = findLife(account);
  return life && (await openBankDocument(life, file_id))?.bytes;
}
