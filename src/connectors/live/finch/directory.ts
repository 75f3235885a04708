// Reads the people of a company, and names what Finch does not have about them.
import { addDays } from '#base/calendar.ts';
import { type Account, type Fetched, type FetchRequest, type Io, ProviderFailure } from '#connectors/contract.ts';
import { recall } from '#connectors/live/entries.ts';
import { ACTIVE_DAYS, paidIn, statedActivity } from './activity.ts';
import type { Settings } from './client.ts';
import { fullName, toEmployee } from './map.ts';
import { FinchMemory } from './memory.ts';
import { readDetails, readPayments, readPeople } from './reading.ts';
import type { Payment, Person } from './wire.ts';

export async function readDirectory(
  settings: Settings,
  account: Account,
  { link_id }: FetchRequest,
  io: Io,
): Promise<Fetched> {
  const { access_token } = recall(FinchMemory, account.memory);
  const today = io.now().toISOString().slice(0, 10);
  const people = await readPeople(settings, access_token, io);
  if (people.length === 0) throw new ProviderFailure('no_data', 'The company has no employees in its payroll.');
  const { individuals, employments } = await readDetails(settings, access_token, people, io);
  const known = new Map(people.map((person) => [person.id, person]));
  const without = (read: ReadonlyMap<string, unknown>) => people.filter(({ id }) => !read.has(id));
  const stated = new Map(
    people.map((person) => [person.id, statedActivity(person, employments.get(person.id), today)]),
  );
  const unstated = people.filter(({ id }) => stated.get(id) === undefined);
  const payments = unstated.length === 0 ? [] : await recentPayments(settings, access_token, today, io);
  const paid = paidIn(payments, today);
  return {
    outcome: 'data',
    missing_data: [
      ...absentFor(
        'first or last name',
        people.filter(({ first_name, last_name }) => !first_name || !last_name),
      ),
      ...absentFor('contact details', without(individuals)),
      ...absentFor('employment', without(employments)),
      ...absentFor('employment status', unstated).map((sentence) => `${sentence} ${HOW_DECIDED}`),
    ],
    data: {
      directory: people.map((person) => {
        const { id } = person;
        const manager_id = person.manager?.id;
        const manager = manager_id ? known.get(manager_id) : undefined;
        const is_active = stated.get(id) ?? paid.has(id);
        const [individual, employment] = [individuals.get(id), employments.get(id)];
        return toEmployee(person, { individual, employment, manager, is_active }, link_id);
      }),
    },
    account,
  };
}

/** Returns no payments if the payroll system does not have them. */
async function recentPayments(settings: Settings, access_token: string, today: string, io: Io): Promise<Payment[]> {
  const range = { start_date: addDays(today, -ACTIVE_DAYS), end_date: today };
  try {
    return await readPayments(settings, access_token, range, io);
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 'not_supported') return [];
    throw error;
  }
}

const HOW_DECIDED = `Those who were paid in the last ${ACTIVE_DAYS} days are listed as active.`;

/** The maximum number of people that a sentence names. */
const NAMES_MAX = 5;

/** The sentence for `missing_data`, if Finch does not have the data of some people. */
const absentFor = (data: string, people: readonly Person[]): string[] =>
  people.length === 0 ? [] : [`Finch does not have the ${data} of ${namesOf(people)}.`];

function namesOf(people: readonly Person[]): string {
  const more = people.length > NAMES_MAX ? ` and ${people.length - NAMES_MAX} more` : '';
  const names = people.slice(0, NAMES_MAX).map((person) => fullName(person) || 'a person without a name');
  return `${names.join(', ')}${more}`;
}
