// Bank accounts and transactions that a client declares for a sandbox user.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import {
  choice,
  decimal,
  optionalChoice,
  optionalDecimal,
  optionalForm,
  optionalList,
  optionalMoment,
  optionalObject,
  optionalText,
  requiredText,
  shape,
} from '#base/schema.ts';
import {
  ACCOUNT_SUBTYPES,
  ACCOUNT_TYPES,
  type Account,
  type Owner,
  RELATION_TYPES,
} from '#domain/reports/financial-accounts.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type Transaction } from '#domain/reports/transactions.ts';
import {
  chosen,
  derivedId,
  given,
  InjectionMode,
  NewAddress,
  toAddress,
  toHundredths,
  toMoment,
  tooMany,
  toPhone,
} from './sandbox-injection.ts';

export const INJECTED_ACCOUNTS_MAX = 50;
export const INJECTED_TRANSACTIONS_PER_CALL_MAX = 10_000;
export const INJECTED_TRANSACTIONS_MAX = 50_000;

const NewOwner = shape('DeclaredOwner', 'An account owner to declare.', {
  full_name: optionalText(256),
  email: optionalText(254, { format: 'email' }),
  phone: optionalText(128, { format: 'phone' }),
  address: optionalObject(NewAddress),
  relation_type: optionalChoice(RELATION_TYPES),
});

const NewAccount = shape('DeclaredAccount', 'A bank account to declare.', {
  external_id: requiredText(128, { description: 'Your own id for the account; transactions refer to it.' }),
  type: choice(ACCOUNT_TYPES),
  balance: decimal(),
  subtype: optionalChoice(ACCOUNT_SUBTYPES),
  mask: optionalForm('[0-9A-Za-z]{4}'),
  nickname: optionalText(128),
  available_balance: optionalDecimal(),
  credit_limit: optionalDecimal(),
  currency_code: optionalForm('[A-Z]{3}'),
  routing_number: optionalForm('\\d{4,17}'),
  account_number: optionalForm('\\d{4,20}'),
  owners: optionalList(NewOwner, 10),
});

const NewTransaction = shape('DeclaredTransaction', 'A transaction to declare.', {
  account_external_id: requiredText(128),
  amount: decimal(),
  type: choice(TRANSACTION_TYPES),
  transacted_at: Type.String({ format: 'timestamp', description: 'A date or a timestamp.' }),
  description: requiredText(512),
  external_id: optionalText(128),
  posted_at: optionalMoment(),
  status: optionalChoice(TRANSACTION_STATUSES),
  memo: optionalText(512),
  check_number: optionalText(32),
  categories: optionalList(requiredText(128), 20),
  merchant_category_code: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 9_999 }),
  ),
});

export const TransactionsInjection = shape(
  'TransactionsDeclaration',
  'Accounts and transactions to declare for a user.',
  {
    mode: InjectionMode,
    accounts: optionalList(NewAccount, INJECTED_ACCOUNTS_MAX),
    transactions: optionalList(NewTransaction, INJECTED_TRANSACTIONS_PER_CALL_MAX),
  },
);
export type TransactionsInjection = Static<typeof TransactionsInjection>;

export const InjectedTransactionsAnswer = shape('DeclaredTransactions', 'What is now declared for the user.', {
  accounts_count: Type.Integer({ minimum: 0 }),
  transactions_count: Type.Integer({ minimum: 0 }),
});
export type InjectedTransactionsAnswer = Static<typeof InjectedTransactionsAnswer>;

export type InjectedBank = { accounts: Account[]; transactions: Transaction[] };

/**
 * Returns the user's data after a declaration; `null` if the sample data is used again. An account or transaction with
 * a known `external_id` replaces the earlier object with that id. A transaction without an `external_id` is identified
 * by its position.
 */
export function toInjectedBank(
  body: TransactionsInjection,
  previous: InjectedBank | null,
  id_seed: string,
): InjectedBank | null {
  const before = body.mode === 'replace' ? null : previous;
  const accounts = new Map(before?.accounts.map((account) => [account.id, account]));
  const transactions = new Map(before?.transactions.map((transaction) => [transaction.id, transaction]));
  const faults: InvalidParam[] = [];
  for (const account of body.accounts ?? []) {
    const id = derivedId(id_seed, 'account', account.external_id);
    accounts.set(id, toAccount(account, id, id_seed));
  }
  for (const [at, transaction] of (body.transactions ?? []).entries()) {
    const account = accounts.get(derivedId(id_seed, 'account', transaction.account_external_id));
    const field = `transactions.${at}`;
    if (account === undefined) faults.push({ field: `${field}.account_external_id`, message: 'Object not found.' });
    const external_id = given(transaction.external_id);
    const id =
      external_id === null
        ? derivedId(id_seed, 'transaction', transactions.size)
        : derivedId(id_seed, 'transaction', transaction.account_external_id, external_id);
    const known = toTransaction(transaction, id, account, field, faults);
    if (known !== undefined) transactions.set(id, known);
  }
  if (accounts.size > INJECTED_ACCOUNTS_MAX) faults.push(tooMany('accounts', INJECTED_ACCOUNTS_MAX));
  if (transactions.size > INJECTED_TRANSACTIONS_MAX) faults.push(tooMany('transactions', INJECTED_TRANSACTIONS_MAX));
  if (faults.length > 0) throw incorrect(...faults);
  if (accounts.size === 0) return null;
  return { accounts: [...accounts.values()], transactions: [...transactions.values()] };
}

const CURRENCY = 'USD';

function toAccount(account: Static<typeof NewAccount>, id: string, id_seed: string): Account {
  const account_number = given(account.account_number);
  return {
    id,
    type: account.type,
    subtype: chosen(account.subtype),
    mask: given(account.mask) ?? account_number?.slice(-4) ?? null,
    nickname: given(account.nickname),
    balances: {
      currency_code: given(account.currency_code) ?? CURRENCY,
      balance: toHundredths(account.balance),
      available_balance: toHundredths(account.available_balance),
      credit_limit: toHundredths(account.credit_limit),
    },
    account_number,
    routing_number: given(account.routing_number),
    wire_routing_number: null,
    owners: (account.owners ?? []).map((owner, at) => toOwner(owner, derivedId(id_seed, 'owner', id, at))),
  };
}

const toOwner = (owner: Static<typeof NewOwner>, id: string): Owner => ({
  id,
  full_name: given(owner.full_name),
  email: given(owner.email),
  phone: toPhone(owner.phone),
  address: toAddress(owner.address),
  relation_type: chosen(owner.relation_type),
});

function toTransaction(
  transaction: Static<typeof NewTransaction>,
  id: string,
  account: Account | undefined,
  field: string,
  faults: InvalidParam[],
): Transaction | undefined {
  const amount = toHundredths(transaction.amount) ?? 0n;
  if (amount < 0n) {
    faults.push({ field: `${field}.amount`, message: 'Ensure this value is greater than or equal to 0.' });
  }
  const transacted_at = toMoment(transaction.transacted_at, `${field}.transacted_at`, faults);
  const posted_at =
    transaction.posted_at === undefined || transaction.posted_at === null
      ? null
      : toMoment(transaction.posted_at, `${field}.posted_at`, faults);
  // All other fields have been checked by now. The caller itself adds the validation error for an unknown account.
  if (account === undefined) return undefined;
  return {
    id,
    account_id: account.id,
    external_id: given(transaction.external_id),
    amount,
    type: transaction.type,
    status: chosen(transaction.status) ?? 'POSTED',
    currency_code: account.balances.currency_code ?? CURRENCY,
    description: transaction.description,
    memo: given(transaction.memo),
    check_number: given(transaction.check_number),
    categories: transaction.categories ?? [],
    merchant_category_code: transaction.merchant_category_code ?? null,
    posted_at,
    transacted_at,
    location: null,
  };
}
