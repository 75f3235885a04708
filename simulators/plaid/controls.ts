// Controls of the Plaid simulator. They simulate events at the bank or at Plaid that are not caused by a request of the
// client.
import {
  FieldError,
  type Fields,
  optionalBoolean,
  optionalInteger,
  optionalString,
  optionalStrings,
  stringOf,
} from '../kit/fields.ts';
import type { Service } from '../kit/server.ts';
import { notifyError, notifyItem, notifyUpdates, WEBHOOK_FLAWS, type WebhookFlaw } from './notify.ts';
import type { Item, State } from './state.ts';
import { modifyNewest, refresh } from './transactions.ts';

export function controlOf(state: State): Service['control'] {
  /** The item whose id is in the field `item_id`. Without that field, the newest item. */
  const itemIn = (fields: Fields): Item => {
    const id = optionalString(fields, 'item_id');
    const item = id === undefined ? [...state.items.values()].at(-1) : state.items.get(id);
    if (item === undefined) throw new FieldError('item_id', 'value', 'item_id is unknown');
    return item;
  };
  /** Announces a change of transactions, but only if the client has already read the item once. */
  const announce = (item: Item): boolean => item.has_synced && notifyUpdates(state, item);
  return {
    staged: (fields) => {
      state.is_staged = optionalBoolean(fields, 'staged') ?? true;
      return { staged: state.is_staged };
    },
    /** Makes the next part of the history available: at first nothing is available, then 30 days, then all. */
    progress: (fields) => {
      const item = itemIn(fields);
      item.phase = item.phase === 'not_ready' ? 'initial' : 'historical';
      refresh(state, item);
      return { phase: item.phase, announced: announce(item) };
    },
    /** Reads the bank again, for instance after the clock was moved. */
    refresh: (fields) => {
      const item = itemIn(fields);
      const has_changed = refresh(state, item);
      return { has_changed, announced: has_changed && announce(item) };
    },
    modify: (fields) => {
      const item = itemIn(fields);
      refresh(state, item);
      const transaction_id = optionalString(fields, 'transaction_id');
      const name = optionalString(fields, 'name');
      if (transaction_id === undefined) return { transaction_id: modifyNewest(state, item), announced: announce(item) };
      if (!item.current.has(transaction_id))
        throw new FieldError('transaction_id', 'value', 'transaction_id is unknown');
      item.changed.set(transaction_id, { ...item.changed.get(transaction_id), name: name ?? 'CORRECTED' });
      refresh(state, item);
      return { transaction_id, announced: announce(item) };
    },
    /** Removes transactions: those with the given ids, or the newest `count`. */
    remove: (fields) => {
      const item = itemIn(fields);
      refresh(state, item);
      const count = optionalInteger(fields, 'count', 1, 10_000) ?? 1;
      const ids = optionalStrings(fields, 'transaction_ids') ?? [...item.current.keys()].slice(-count);
      for (const id of ids) item.vanished.add(id);
      refresh(state, item);
      return { removed: ids, announced: announce(item) };
    },
    /** During the next `times` paginations, the data changes after the first page. */
    'mutate-during-pagination': (fields) => {
      state.mutations_left = optionalInteger(fields, 'times', 0, 1000) ?? 1;
      return { times: state.mutations_left };
    },
    'require-login': (fields) => {
      const item = itemIn(fields);
      item.error = 'ITEM_LOGIN_REQUIRED';
      return { announced: notifyError(state, item, item.error) };
    },
    revoke: (fields) => {
      const item = itemIn(fields);
      item.error = 'USER_PERMISSION_REVOKED';
      return { announced: notifyItem(state, item, 'ITEM', 'USER_PERMISSION_REVOKED') };
    },
    repair: (fields) => {
      const item = itemIn(fields);
      item.error = null;
      return { announced: notifyItem(state, item, 'ITEM', 'LOGIN_REPAIRED') };
    },
    webhook: (fields) => {
      const code = optionalString(fields, 'code') ?? 'SYNC_UPDATES_AVAILABLE';
      const flaw = flawOf(fields);
      const item = itemIn(fields);
      const announced =
        code === 'SYNC_UPDATES_AVAILABLE'
          ? notifyUpdates(state, item, flaw)
          : notifyItem(state, item, 'ITEM', code, {}, flaw);
      return { announced };
    },
    'rotate-key': () => ({ key_id: state.keys.rotate(state.clock.now()) }),
    items: () => ({
      items: [...state.items.values()].map(({ item_id, life, is_removed, error }) => ({
        item_id,
        username: life.username,
        is_removed,
        error,
      })),
    }),
  };
}

function flawOf(fields: Fields): WebhookFlaw | undefined {
  if (fields['flaw'] === undefined) return undefined;
  const name = stringOf(fields, 'flaw');
  const flaw = WEBHOOK_FLAWS.find((known) => known === name);
  if (flaw === undefined) throw new FieldError('flaw', 'value', `flaw must be one of ${WEBHOOK_FLAWS.join(', ')}`);
  return flaw;
}
