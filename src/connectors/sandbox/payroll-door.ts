// The login and the sample data (`Life`) of the sandbox's payroll people. The payroll provider and the tax provider
// share this code.
import { type Account, ProviderFailure } from '#connectors/contract.ts';
import { type Door, recallSandbox } from './accounts.ts';
import { isPayrollUsername, lifeOf, PAYROLL_USERNAMES, type Persona, personaOf } from './cast/people.ts';
import type { Life } from './lives/life.ts';
import { MESSAGES } from './logins.ts';
import { currentJob } from './payroll/allocations.ts';
import { periodsOf } from './payroll/periods.ts';

export const PAYROLL_DOOR: Door = {
  usernames: PAYROLL_USERNAMES,
  traitsOf(username, today) {
    const persona = findPersona(username);
    return {
      is_suspicious: persona?.is_suspicious === true,
      can_switch_deposits: canSwitch(persona, today),
      disconnects_on_refresh: persona?.disconnects_on_refresh === true,
    };
  },
};

/** Returns `undefined` for `error.user`. No password of this user name leads to data, so there is no persona for it. */
export const findPersona = (username: string): Persona | undefined =>
  isPayrollUsername(username) ? personaOf(username) : undefined;

export function lifeFor(account: Account): Life {
  const { username, first_login_date, refreshed_on } = recallSandbox(account);
  if (!isPayrollUsername(username)) throw new ProviderFailure('no_data', MESSAGES.no_data);
  const name = [username, first_login_date, ...refreshed_on].join(' ');
  const life = lives.get(name) ?? lifeOf(username, first_login_date, refreshed_on);
  if (lives.size >= LIVES_MAX) lives.clear();
  lives.set(name, life);
  return life;
}

/**
 * Returns the next payday (after `today`) of the person with this account, and the employer that pays on that day.
 * Returns `undefined` if all jobs have ended, or if no person has the account's login, for example because this login
 * always fails.
 */
export function nextPayday(account: Account, today: string): { date: string; employer: string } | undefined {
  if (!isPayrollUsername(recallSandbox(account).username)) return undefined;
  const days = lifeFor(account).jobs.flatMap((job) => {
    for (const { pay_date } of periodsOf(job)) {
      if (pay_date > today) return [{ date: pay_date, employer: job.employer.name }];
    }
    return [];
  });
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))[0];
}

/**
 * A cache of `Life` objects. Provider accounts have the same `Life` if they have the same user name, day of first login
 * and days of refreshes.
 */
const lives = new Map<string, Life>();
const LIVES_MAX = 100;

/** A person without a current job has no deposits to switch. */
function canSwitch(persona: Persona | undefined, today: string): boolean {
  if (persona === undefined || persona.no_deposit_switch === true) return false;
  return currentJob(persona.life(today), today) !== undefined;
}
