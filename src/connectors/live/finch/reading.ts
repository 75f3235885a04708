// Reads lists from Finch page by page and in batches, so that no response is too large.
import type { Io } from '#connectors/contract.ts';
import { addNew } from '#connectors/live/entries.ts';
import { ask, askBatch, Pending, type Settings } from './client.ts';
import {
  DirectoryPage,
  Employment,
  Individual,
  type Payment,
  Payments,
  type PayStatement,
  PayStatements,
  type Person,
} from './wire.ts';

const PEOPLE_PER_PAGE = 500;
const PEOPLE_MAX = 50_000;
const PEOPLE_PER_BATCH = 200;
const STATEMENTS_PER_PAGE = 250;
const PAYMENTS_PER_BATCH = 50;

/**
 * Reads all people. The offset of the next page is the number of different people read so far. If repeated people were
 * counted too, the next page would skip other people.
 */
export async function readPeople(settings: Settings, access_token: string, io: Io): Promise<Person[]> {
  const people = new Map<string, Person>();
  for (;;) {
    const query = `limit=${PEOPLE_PER_PAGE}&offset=${people.size}`;
    const page = await ask(settings, access_token, `/employer/directory?${query}`, DirectoryPage, io);
    const known = people.size;
    addNew(people, page.individuals, ({ id }) => id);
    if (people.size === known || people.size >= (page.paging.count ?? 0)) return [...people.values()];
    if (people.size > PEOPLE_MAX) throw new Error('the provider sent too many people');
  }
}

export async function readDetails(settings: Settings, access_token: string, people: readonly Person[], io: Io) {
  const individuals = new Map<string, Individual>();
  const employments = new Map<string, Employment>();
  for (const some of batchesOf(people, PEOPLE_PER_BATCH)) {
    const requests = some.map(({ id }) => ({ individual_id: id }));
    for (const one of await askBatch(settings, access_token, '/employer/individual', requests, Individual, io)) {
      individuals.set(one.id, one);
    }
    for (const one of await askBatch(settings, access_token, '/employer/employment', requests, Employment, io)) {
      employments.set(one.id, one);
    }
  }
  return { individuals, employments };
}

export const readPayments = (
  settings: Settings,
  access_token: string,
  range: { start_date: string; end_date: string },
  io: Io,
): Promise<Payment[]> => ask(settings, access_token, `/employer/payment?${new URLSearchParams(range)}`, Payments, io);

/**
 * Returns the number of payments for which Finch has no statements. Throws `Pending` if Finch is still preparing the
 * statements of a payment. Even then, all batches are requested before the error is thrown, because Finch begins to
 * prepare statements only when they are first requested.
 */
export async function prepareStatements(
  settings: Settings,
  access_token: string,
  payments: readonly Payment[],
  io: Io,
): Promise<number> {
  let pending: Pending | undefined;
  let absent = 0;
  for (const some of batchesOf(payments, PAYMENTS_PER_BATCH)) {
    const requests = some.map(({ id }) => ({ payment_id: id, limit: 1, offset: 0 }));
    try {
      const pages = await askBatch(settings, access_token, '/employer/pay-statement', requests, PayStatements, io);
      absent += requests.length - pages.length;
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      pending = error;
    }
  }
  if (pending !== undefined) throw pending;
  return absent;
}

/**
 * Reads all statements of a payment. As with people, repeated statements are not counted in the offset of the next
 * page.
 */
export async function readStatements(
  settings: Settings,
  access_token: string,
  { id }: Payment,
  io: Io,
): Promise<PayStatement[]> {
  const statements = new Map<string, PayStatement>();
  for (;;) {
    const requests = [{ payment_id: id, limit: STATEMENTS_PER_PAGE, offset: statements.size }];
    const [page] = await askBatch(settings, access_token, '/employer/pay-statement', requests, PayStatements, io);
    const known = statements.size;
    const sent = page?.pay_statements ?? [];
    // Statements have no id. If two statements are equal in every field, Finch sent the same statement twice.
    addNew(statements, sent, (statement) => JSON.stringify(statement));
    if (statements.size === known || sent.length < STATEMENTS_PER_PAGE) return [...statements.values()];
    if (statements.size > PEOPLE_MAX) throw new Error('the provider sent too many statements');
  }
}

function batchesOf<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += size) batches.push(all.slice(at, at + size));
  return batches;
}
