// Reads lists from Finch page by page and in batches, so that no response is too large.
import type { Io } from '#connectors/contract.ts';
import { unique } from '#connectors/live/entries.ts';
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

export async function readPeople(settings: Settings, access_token: string, io: Io): Promise<Person[]> {
  const people: Person[] = [];
  for (;;) {
    const query = `limit=${PEOPLE_PER_PAGE}&offset=${people.length}`;
    const page = await ask(settings, access_token, `/employer/directory?${query}`, DirectoryPage, io);
    people.push(...page.individuals);
    const is_last = page.individuals.length === 0 || people.length >= (page.paging.count ?? 0);
    if (is_last) return unique(people, ({ id }) => id);
    if (people.length > PEOPLE_MAX) throw new Error('the provider sent too many people');
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
 * Throws `Pending` if Finch does not have the statements of all payments yet. Before it throws, it requests all
 * batches, because Finch begins to prepare statements only when they are first requested.
 */
export async function arePrepared(
  settings: Settings,
  access_token: string,
  payments: readonly Payment[],
  io: Io,
): Promise<void> {
  let pending: Pending | undefined;
  for (const some of batchesOf(payments, PAYMENTS_PER_BATCH)) {
    const requests = some.map(({ id }) => ({ payment_id: id, limit: 1, offset: 0 }));
    try {
      await askBatch(settings, access_token, '/employer/pay-statement', requests, PayStatements, io);
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      pending = error;
    }
  }
  if (pending !== undefined) throw pending;
}

export async function readStatements(
  settings: Settings,
  access_token: string,
  { id }: Payment,
  io: Io,
): Promise<PayStatement[]> {
  const statements: PayStatement[] = [];
  for (;;) {
    const requests = [{ payment_id: id, limit: STATEMENTS_PER_PAGE, offset: statements.length }];
    const [page] = await askBatch(settings, access_token, '/employer/pay-statement', requests, PayStatements, io);
    statements.push(...(page?.pay_statements ?? []));
    const is_last = page === undefined || page.pay_statements.length < STATEMENTS_PER_PAGE;
    // Statements have no id. If two statements are equal in every field, Finch sent the same statement twice.
    if (is_last) return unique(statements, (statement) => JSON.stringify(statement));
    if (statements.length > PEOPLE_MAX) throw new Error('the provider sent too many statements');
  }
}

function batchesOf<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += size) batches.push(all.slice(at, at + size));
  return batches;
}
