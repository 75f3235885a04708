// Controls of the Argyle simulator. They simulate events at the employer or at Argyle that are not caused by a request
// of the client.
import { FieldError, type Fields, optionalBoolean, optionalInteger, optionalString, stringOf } from '../kit/fields.ts';
import type { Service } from '../kit/server.ts';
import { stubId, toAccount } from './data.ts';
import { announceProgress, EVENTS, notify, WEBHOOK_FLAWS } from './notify.ts';
import { type Account, payoutsIn, type State, scheduledIn, stubsOf } from './state.ts';

export function controlOf(state: State): Service['control'] {
  /** The account whose id is in the field `account`. Without that field, the newest account. */
  const accountIn = (fields: Fields): Account => {
    const id = optionalString(fields, 'account');
    const account = id === undefined ? [...state.accounts.values()].at(-1) : state.accounts.get(id);
    if (account === undefined) throw new FieldError('account', 'value', 'account is unknown');
    return account;
  };
  const idsOf = (account: Account): string[] => [
    ...stubsOf(account).map(({ id }) => stubId(account, id)),
    ...payoutsIn(state, account).map(({ id }) => stubId(account, id)),
  ];
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
        notify(state, account, 'accounts.connected', { resource: toAccount(state, account) });
        notify(state, account, 'identities.added');
      }
      announceProgress(state, account);
      return { phase: account.phase };
    },
    /** Collects the pay data that is new since the last collection, for instance after the clock was moved. */
    refresh: (fields) => {
      const account = accountIn(fields);
      const before = new Set(idsOf(account));
      const scheduled = new Set(scheduledIn(account).map(({ id }) => stubId(account, id)));
      account.synced_to = state.clock.today();
      account.updated_at = state.clock.now();
      const fresh = idsOf(account).filter((id) => !before.has(id));
      // The client already has the scheduled stubs. They are paid now, so they are reported as updated and not as
      // added.
      const [added, updated] = [fresh.filter((id) => !scheduled.has(id)), fresh.filter((id) => scheduled.has(id))];
      notify(state, account, 'accounts.updated', { resource: toAccount(state, account) });
      if (added.length > 0) notify(state, account, 'paystubs.added', { paystubs: added });
      if (updated.length > 0) notify(state, account, 'paystubs.updated', { paystubs: updated });
      return { added, updated };
    },
    /** Removes the newest `count` pay stubs. */
    remove: (fields) => {
      const account = accountIn(fields);
      const removed = idsOf(account).slice(-(optionalInteger(fields, 'count', 1, 1000) ?? 1));
      for (const id of removed) account.vanished.add(id);
      notify(state, account, 'paystubs.removed', { paystubs: removed });
      return { removed };
    },
    /** The employer requires a new login. Data stays readable, but no new data is collected. */
    disconnect: (fields) => {
      const account = accountIn(fields);
      account.error = {
        code: optionalString(fields, 'error_code') ?? 'auth_required',
        message: 'The user must log in again.',
      };
      account.updated_at = state.clock.now();
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
      return { sent: notify(state, accountIn(fields), event, {}, known) };
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
