// Controls of the Argyle simulator. They simulate events at the employer or at Argyle that are not caused by a request
// of the client.
import { FieldError, type Fields, optionalBoolean, optionalInteger, optionalString, stringOf } from '../kit/fields.ts';
import type { Service } from '../kit/server.ts';
import { identityId, stubId, toAccount } from './data.ts';
import { announceProgress, between, EVENTS, notify, spanOf, WEBHOOK_FLAWS } from './notify.ts';
import { type Account, payoutsIn, type State, scheduledIn, stubsOf } from './state.ts';
import { noteCollected } from './verifications.ts';

export function controlOf(state: State): Service['control'] {
  /** The account whose id is in the field `account`. Without that field, the newest account. */
  const accountIn = (fields: Fields): Account => {
    const id = optionalString(fields, 'account');
    const account = id === undefined ? [...state.accounts.values()].at(-1) : state.accounts.get(id);
    if (account === undefined) throw new FieldError('account', 'value', 'account is unknown');
    return account;
  };
  /** The ids of the collected stubs, each with its payday. */
  const daysOf = (account: Account): Map<string, string> =>
    new Map([
      ...stubsOf(account).map(({ id, pay_date }): [string, string] => [stubId(account, id), pay_date]),
      ...payoutsIn(state, account).map(({ id, paid_on }): [string, string] => [stubId(account, id), paid_on]),
    ]);
  /** Sends `paystubs.added`, `.updated` or `.removed` about the stubs with these paydays. */
  const notifyOf = (account: Account, change: 'added' | 'updated' | 'removed', paydays: readonly string[]): void => {
    if (paydays.length === 0) return;
    const about = { [`${change}_count`]: paydays.length, ...between(change, paydays.toSorted()) };
    notify(state, account, `paystubs.${change}`, { ...spanOf(state, account), ...about });
  };
  /** What the webhook of an event says about the account, in addition to the id of the account. */
  const contentOf = (account: Account, event: string): Record<string, unknown> => {
    if (event.startsWith('accounts.')) return { resource: toAccount(state, account) };
    if (event.startsWith('identities.')) return { identity: identityId(account) };
    return event.startsWith('paystubs.') ? spanOf(state, account) : {};
  };
  return {
    staged: (fields) => {
      state.is_staged = optionalBoolean(fields, 'staged') ?? true;
      return { staged: state.is_staged };
    },
    /** Moves the account to the next stage of the collection: connecting, then 30 days, then all. */
    progress: (fields) => {
      const account = accountIn(fields);
      const was_connecting = account.phase === 'connecting';
      account.phase = was_connecting ? 'partial' : 'synced';
      account.updated_at = state.clock.now();
      if (was_connecting) {
        account.connection_at = state.clock.now();
        notify(state, account, 'accounts.connected', { resource: toAccount(state, account) });
        notify(state, account, 'identities.added', { identity: identityId(account) });
      }
      notify(state, account, 'accounts.updated', { resource: toAccount(state, account) });
      announceProgress(state, account);
      noteCollected(state, account);
      return { phase: account.phase };
    },
    /** Collects the pay data that is new since the last collection, for instance after the clock was moved. */
    refresh: (fields) => {
      const account = accountIn(fields);
      const before = daysOf(account);
      const scheduled = new Set(scheduledIn(account).map(({ id }) => stubId(account, id)));
      account.synced_to = state.clock.today();
      account.updated_at = state.clock.now();
      const after = daysOf(account);
      const fresh = [...after.keys()].filter((id) => !before.has(id));
      // The client already has the scheduled stubs. They are paid now, so they are reported as updated and not as
      // added.
      const [added, updated] = [fresh.filter((id) => !scheduled.has(id)), fresh.filter((id) => scheduled.has(id))];
      notify(state, account, 'accounts.updated', { resource: toAccount(state, account) });
      const paydays = (ids: readonly string[]): string[] => ids.map((id) => after.get(id) ?? '');
      notifyOf(account, 'added', paydays(added));
      notifyOf(account, 'updated', paydays(updated));
      return { added, updated };
    },
    /** Removes the newest `count` pay stubs. */
    remove: (fields) => {
      const account = accountIn(fields);
      const last = [...daysOf(account)].slice(-(optionalInteger(fields, 'count', 1, 1000) ?? 1));
      for (const [id] of last) account.vanished.add(id);
      notifyOf(
        account,
        'removed',
        last.map(([, payday]) => payday),
      );
      return { removed: last.map(([id]) => id) };
    },
    /** The employer requires a new login. Data stays readable, but no new data is collected. */
    disconnect: (fields) => {
      const account = accountIn(fields);
      account.error = {
        code: optionalString(fields, 'error_code') ?? 'auth_required',
        message: 'The user must log in again.',
      };
      account.updated_at = state.clock.now();
      account.connection_at = state.clock.now();
      notify(state, account, 'accounts.updated', { resource: toAccount(state, account) });
      return { error_code: account.error.code };
    },
    webhook: (fields) => {
      const name = optionalString(fields, 'event') ?? 'paystubs.added';
      const event = EVENTS.find((known) => known === name);
      if (event === undefined) throw new FieldError('event', 'value', 'event is unknown');
      const flaw = fields['flaw'] === undefined ? undefined : stringOf(fields, 'flaw');
      const known = WEBHOOK_FLAWS.find((one) => one === flaw);
      if (flaw !== undefined && known === undefined) {
        throw new FieldError('flaw', 'value', `flaw must be one of ${WEBHOOK_FLAWS.join(', ')}`);
      }
      const account = accountIn(fields);
      return { sent: notify(state, account, event, contentOf(account, event), known) };
    },
    accounts: () => ({
      accounts: [...state.accounts.values()].map(({ id, user, item, life, phase }) => ({
        id,
        user: user.id,
        item: item.id,
        username: life.username,
        phase,
      })),
    }),
  };
}
