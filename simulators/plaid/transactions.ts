// Transactions of an item and their synchronisation with cursors. Each change of the data is written to the item's log;
// a cursor is a position in the log.
import { addDays } from '../kit/clock.ts';
import { hexId, wordId } from '../kit/random.ts';
import type { Row } from '../lives/history.ts';
import type { AccountKind } from '../lives/life.ts';
import { accountId, amountOf } from './data.ts';
import { refuse } from './errors.ts';
import { type Change, historiesOf, type Item, type State, type Transaction } from './state.ts';

const INITIAL_DAYS = 30;
/** Plaid lists only the transactions of deposit accounts, cards and student loans. */
const WITH_TRANSACTIONS: ReadonlySet<AccountKind> = new Set([
  'checking',
  'savings',
  'money_market',
  'cd',
  'credit_card',
  'student_loan',
]);

export type SyncPage = {
  added: Transaction[];
  modified: Transaction[];
  removed: { transaction_id: string; account_id: string }[];
  next_cursor: string;
  has_more: boolean;
};

/** `from` and `to` are positions in the log. `offset` is the number of changes between them that were already sent. */
type Cursor = { from: number; to: number; offset: number };

export function syncPage(
  state: State,
  item: Item,
  cursor_text: string,
  count: number,
  account_id: string | undefined,
): SyncPage {
  refresh(state, item);
  if (item.phase === 'not_ready') return { added: [], modified: [], removed: [], next_cursor: '', has_more: false };
  const cursor = cursor_text === '' ? { from: 0, to: 0, offset: 0 } : decode(item, cursor_text);
  if (cursor.offset > 0 && state.mutations_left > 0) {
    state.mutations_left -= 1;
    modifyNewest(state, item);
  }
  const is_running = cursor.offset > 0;
  if (is_running && item.log.length > cursor.to) refuse('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
  const to = is_running ? cursor.to : item.log.length;
  const changes = changesBetween(item, cursor.from, to);
  const page = changes.slice(cursor.offset, cursor.offset + count);
  const has_more = cursor.offset + count < changes.length;
  const next = has_more ? { from: cursor.from, to, offset: cursor.offset + count } : { from: to, to, offset: 0 };
  const mine = page.filter((change) => account_id === undefined || change.account_id === account_id);
  return {
    added: mine.flatMap(({ op, transaction }) => (op === 'added' && transaction !== null ? [transaction] : [])),
    modified: mine.flatMap(({ op, transaction }) => (op === 'modified' && transaction !== null ? [transaction] : [])),
    removed: mine
      .filter(({ op }) => op === 'removed')
      .map((change) => ({ transaction_id: change.id, account_id: change.account_id })),
    next_cursor: encode(item, next),
    has_more,
  };
}

/**
 * Updates the log, so that it reflects the current day, the item's phase, and the changes made by controls. Returns
 * true if anything changed.
 */
export function refresh(state: State, item: Item): boolean {
  const made_from = [state.clock.today(), item.phase, item.changed.size, [...item.vanished].join()].join('|');
  const overrides = JSON.stringify([...item.changed.values()]);
  const computed_from = `${made_from}|${overrides}`;
  if (item.computed_from === computed_from) return false;
  item.computed_from = computed_from;
  const fresh = transactionsOf(state, item);
  const before = item.log.length;
  for (const [id, transaction] of fresh) {
    const old = item.current.get(id);
    if (old === undefined || JSON.stringify(old) !== JSON.stringify(transaction)) {
      item.log.push({ id, account_id: transaction.account_id, transaction });
    }
  }
  for (const [id, { account_id }] of item.current) {
    if (!fresh.has(id)) item.log.push({ id, account_id, transaction: null });
  }
  item.current = fresh;
  return item.log.length > before;
}

/** Changes the newest posted transaction, as a bank does when it corrects a description. */
export function modifyNewest(state: State, item: Item): string | undefined {
  const newest = [...item.current.values()].findLast((one) => one['pending'] === false);
  if (newest === undefined) return undefined;
  const id = newest.transaction_id;
  const name = `${String(newest['name'])} CORRECTED ${item.changed.size + 1}`;
  item.changed.set(id, { ...item.changed.get(id), name });
  refresh(state, item);
  return id;
}

function transactionsOf(state: State, item: Item): Map<string, Transaction> {
  if (item.phase === 'not_ready') return new Map();
  const created_on = item.created_at.toISOString().slice(0, 10);
  const first_day = addDays(created_on, -(item.phase === 'initial' ? INITIAL_DAYS : item.days));
  const listed = historiesOf(state, item).filter(({ plan }) => WITH_TRANSACTIONS.has(plan.kind));
  const made = listed.flatMap(({ plan, rows, pending }) => {
    const account_id = accountId(item, plan.key);
    return [
      ...rows
        .filter(({ posted_on }) => posted_on >= first_day)
        .map((row) => toTransaction(item, account_id, row, false)),
      ...pending.map((row) => toTransaction(item, account_id, row, true)),
    ];
  });
  const ordered = made
    .filter(({ transaction_id }) => !item.vanished.has(transaction_id))
    .map((transaction) => ({ ...transaction, ...item.changed.get(transaction.transaction_id) }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  return new Map(ordered.map((transaction) => [transaction.transaction_id, transaction]));
}

/** Plaid's amounts are positive when money leaves the account. */
function toTransaction(item: Item, account_id: string, row: Row, pending: boolean): Transaction {
  const idOf = (id: string): string => wordId(37, 'plaid', item.item_id, 'transaction', id);
  const [primary, detailed] = CATEGORIES[row.category] ?? ['GENERAL_MERCHANDISE', 'GENERAL_MERCHANDISE_OTHER'];
  const is_shop = row.mcc !== null;
  const is_income = row.category === 'payroll';
  return {
    account_id,
    account_owner: null,
    amount: amountOf(-row.cents),
    authorized_date: row.transacted_on,
    authorized_datetime: null,
    category: null,
    category_id: null,
    check_number: row.check_number === null ? null : String(row.check_number),
    counterparties: is_shop
      ? [
          {
            confidence_level: 'HIGH',
            entity_id: null,
            logo_url: null,
            name: merchantOf(row),
            type: 'merchant',
            website: null,
          },
        ]
      : [],
    date: pending ? row.transacted_on : row.posted_on,
    datetime: null,
    iso_currency_code: 'USD',
    location: {
      address: null,
      city: is_shop ? item.life.person.address.city : null,
      country: is_shop ? 'US' : null,
      lat: null,
      lon: null,
      postal_code: null,
      region: is_shop ? item.life.person.address.state : null,
      store_number: is_shop ? (/#(\d+)/.exec(row.description)?.[1] ?? null) : null,
    },
    logo_url: null,
    merchant_entity_id: null,
    merchant_name: is_shop ? merchantOf(row) : null,
    name: row.description,
    original_description: row.description,
    payment_channel: is_shop ? 'in store' : 'other',
    payment_meta: {
      by_order_of: null,
      payee: null,
      payer: is_income ? row.description : null,
      payment_method: is_income ? 'ACH' : null,
      payment_processor: null,
      ppd_id: null,
      reason: null,
      reference_number: null,
    },
    pending,
    pending_transaction_id: pending || row.posted_on === row.transacted_on ? null : idOf(row.pending_id),
    personal_finance_category: {
      confidence_level: 'HIGH',
      detailed,
      primary,
    },
    personal_finance_category_icon_url: null,
    transaction_code: null,
    transaction_id: idOf(pending ? row.pending_id : row.id),
    transaction_type: is_shop ? 'place' : 'special',
    unofficial_currency_code: null,
    website: null,
  };
}

const merchantOf = (row: Row): string =>
  row.description
    .replace(/ #.*$/, '')
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const CATEGORIES: Readonly<Record<string, readonly [primary: string, detailed: string]>> = {
  payroll: ['INCOME', 'INCOME_WAGES'],
  gig: ['INCOME', 'INCOME_OTHER_INCOME'],
  pension: ['INCOME', 'INCOME_RETIREMENT_PENSION'],
  social_security: ['INCOME', 'INCOME_RETIREMENT_PENSION'],
  tax_refund: ['INCOME', 'INCOME_TAX_REFUND'],
  child_support: ['INCOME', 'INCOME_OTHER_INCOME'],
  interest: ['INCOME', 'INCOME_INTEREST_EARNED'],
  transfer: ['TRANSFER_OUT', 'TRANSFER_OUT_ACCOUNT_TRANSFER'],
  gift: ['TRANSFER_IN', 'TRANSFER_IN_DEPOSIT'],
  cash: ['TRANSFER_IN', 'TRANSFER_IN_DEPOSIT'],
  card_payment: ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT'],
  paid_in_full: ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT'],
  loan_payment: ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_OTHER_PAYMENT'],
  overdraft_fee: ['BANK_FEES', 'BANK_FEES_OVERDRAFT_FEES'],
  groceries: ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_GROCERIES'],
  restaurants: ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_RESTAURANT'],
  fuel: ['TRANSPORTATION', 'TRANSPORTATION_GAS'],
  rent: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT'],
  housing: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT'],
  utilities: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_OTHER_UTILITIES'],
  health: ['MEDICAL', 'MEDICAL_PHARMACIES_AND_SUPPLEMENTS'],
  travel: ['TRAVEL', 'TRAVEL_FLIGHTS'],
  entertainment: ['ENTERTAINMENT', 'ENTERTAINMENT_OTHER_ENTERTAINMENT'],
  tax: ['GOVERNMENT_AND_NON_PROFIT', 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT'],
};

type NetChange = Change & { op: 'added' | 'modified' | 'removed' };

/**
 * The changes between two positions, one per transaction: first the added transactions from the oldest to the newest,
 * then the modified ones, then the removed ones.
 */
function changesBetween(item: Item, from: number, to: number): NetChange[] {
  const before = new Set<string>();
  for (const { id, transaction } of item.log.slice(0, from)) {
    if (transaction === null) before.delete(id);
    else before.add(id);
  }
  const last = new Map<string, Change>();
  for (const change of item.log.slice(from, to)) last.set(change.id, change);
  const net = [...last.values()].flatMap((change): NetChange[] => {
    if (change.transaction !== null) return [{ ...change, op: before.has(change.id) ? 'modified' : 'added' }];
    return before.has(change.id) ? [{ ...change, op: 'removed' }] : [];
  });
  const of = (op: NetChange['op']): NetChange[] => net.filter((change) => change.op === op);
  const dateOf = ({ transaction }: Change): string => transaction?.date ?? '';
  return [
    ...of('added').toSorted((one, other) => dateOf(one).localeCompare(dateOf(other))),
    ...of('modified'),
    ...of('removed'),
  ];
}

function encode(item: Item, { from, to, offset }: Cursor): string {
  const text = `${from}.${to}.${offset}`;
  return Buffer.from(`${text}.${hexId(16, 'cursor', item.access_token, text)}`).toString('base64');
}

function decode(item: Item, cursor: string): Cursor {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const [, from, to, offset, mark] = /^(\d+)\.(\d+)\.(\d+)\.([0-9a-f]{16})$/.exec(text) ?? [];
  if (mark === undefined || mark !== hexId(16, 'cursor', item.access_token, `${from}.${to}.${offset}`)) {
    refuse('INVALID_FIELD', 'cursor not associated with access_token');
  }
  return { from: Number(from), to: Number(to), offset: Number(offset) };
}
