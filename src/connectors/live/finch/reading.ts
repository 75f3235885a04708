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
const PEOPLE_PER_BATCH = 500;
const STATEMENTS_PER_PAGE = 250;
const PAYMENTS_PER_BATCH = 50;
/**
 * The maximum number of statements in one response. Even if a statement has 8 kB, the response stays below our limit of
 * 4 MB. Finch accepts 12 requests for statements per minute, so one request asks for the statements of many payments.
 */
const STATEMENTS_PER_REQUEST = 500;

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
    const answers = await askBatch(settings, access_token, '/employer/individual', requests, Individual, io);
    for (const { body } of answers) individuals.set(body.id, body);
    const jobs = await askBatch(settings, access_token, '/employer/employment', requests, Employment, io);
    for (const { body } of jobs) employments.set(body.id, body);
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
      // Answers may be repeated, so the different payments are counted.
      const found = new Set(pages.map(({ payment_id }) => payment_id));
      absent += some.filter(({ id }) => !found.has(id)).length;
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      pending = error;
    }
  }
  if (pending !== undefined) throw pending;
  return absent;
}

/**
 * Reads all statements of the payments, by the id of the payment. As with people, repeated statements are not counted
 * in the offset of the next page.
 */
export async function readStatements(
  settings: Settings,
  access_token: string,
  payments: readonly Payment[],
  io: Io,
): Promise<ReadonlyMap<string, PayStatement[]>> {
  const read = new Map(payments.map(({ id }) => [id, new Map<string, PayStatement>()]));
  let open: readonly StatementsRequest[] = payments.map(firstPage);
  while (open.length > 0) {
    const requests = open.slice(0, countWithin(open, STATEMENTS_PER_REQUEST));
    const further = await readPages(settings, access_token, requests, read, io);
    open = [...further, ...open.slice(requests.length)];
  }
  return new Map([...read].map(([id, statements]) => [id, [...statements.values()]]));
}

type StatementsRequest = { payment_id: string; limit: number; offset: number };

/**
 * The request for the first page of a payment. Its limit is one more than the number of people in the payment. So a
 * page with one statement for each person is smaller than the limit, which shows that no other page follows.
 */
const firstPage = ({ id, individual_ids }: Payment): StatementsRequest => ({
  payment_id: id,
  limit: individual_ids ? Math.min(individual_ids.length + 1, STATEMENTS_PER_PAGE) : STATEMENTS_PER_PAGE,
  offset: 0,
});

/** How many of the requests, from the first on, fit into one response. It is at least one. */
function countWithin(requests: readonly StatementsRequest[], statements_max: number): number {
  let sum = 0;
  const beyond = requests.findIndex(({ limit }) => {
    sum += limit;
    return sum > statements_max;
  });
  return beyond === -1 ? requests.length : Math.max(1, beyond);
}

/** Reads one page of each payment into `read`, and returns the requests for the next pages. */
async function readPages(
  settings: Settings,
  access_token: string,
  requests: readonly StatementsRequest[],
  read: ReadonlyMap<string, Map<string, PayStatement>>,
  io: Io,
): Promise<StatementsRequest[]> {
  const answers = await askBatch(settings, access_token, '/employer/pay-statement', requests, PayStatements, io);
  if (answers.some(({ payment_id }) => !payment_id)) throw new Error('the provider sent an unexpected response');
  return requests.flatMap(({ payment_id, limit, offset }): StatementsRequest[] => {
    const statements = read.get(payment_id) ?? new Map<string, PayStatement>();
    const sent = answers
      .filter((answer) => answer.payment_id === payment_id)
      .flatMap(({ body }) => body.pay_statements);
    // Statements have no id. If two statements are equal in every field, Finch sent the same statement twice.
    addNew(statements, sent, (statement) => JSON.stringify(statement));
    if (statements.size > PEOPLE_MAX) throw new Error('the provider sent too many statements');
    if (statements.size === offset || sent.length < limit) return [];
    return [{ payment_id, limit: STATEMENTS_PER_PAGE, offset: statements.size }];
  });
}

function batchesOf<T>(all: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += size) batches.push(all.slice(at, at + size));
  return batches;
}
