// Events about the data that was retrieved for a link. The first retrieval emits `created` events. Later retrievals
// emit `updated` events.

import type { DataSource, ProductType } from '#domain/access/products.ts';
import { type Compared, type Timed } from '#domain/platform/list-changes.ts';
import type { KeptItem } from '#domain/reports/link-data.ts';
import type { EventSubject, NewEvent } from './events.ts';

type Changes<Item> = Compared<Item> & { is_first: boolean };
export type DataChanges = {
  employments?: Changes<KeptItem<'employments'>>;
  statements?: Changes<KeptItem<'statements'>>;
  shifts?: Changes<KeptItem<'shifts'>>;
  identity?: Changes<KeptItem<'identity'>>;
};

type Subject = EventSubject & {
  task_id: string;
  link_id: string;
  product: ProductType;
  data_source: DataSource;
  tracking_info: string | null;
};

export function dataEvents(changes: DataChanges, subject: Subject): NewEvent[] {
  return [
    ...(changes.identity ? profileEvents(changes.identity, subject) : []),
    ...(changes.employments ? employmentEvents(changes.employments, subject) : []),
    ...(changes.statements ? listEvents('statements', changes.statements, subject) : []),
    ...(changes.shifts ? listEvents('shifts', changes.shifts, subject) : []),
  ];
}

/**
 * Returns the last word of the event type: `created` on the first retrieval, and `updated` on later retrievals, even
 * for a new object.
 */
const what = ({ is_first }: { is_first: boolean }): 'created' | 'updated' => (is_first ? 'created' : 'updated');

function profileEvents(changes: Changes<{ id: string }>, subject: Subject): NewEvent[] {
  return [
    ...changes.added.map((object_id): NewEvent => ({ event_type: `profile-${what(changes)}`, ...subject, object_id })),
    ...changes.changed.map((object_id): NewEvent => ({ event_type: 'profile-updated', ...subject, object_id })),
  ];
}

type KeptEmployment = Timed<KeptItem<'employments'>>;

function employmentEvents(changes: Changes<KeptItem<'employments'>>, subject: Subject): NewEvent[] {
  const { items, before, added, removed } = changes;
  const created = items.filter(({ id }) => added.includes(id));
  const gone = removed.flatMap((id) => before.get(id) ?? []);
  const known = items.flatMap((item) => {
    const old = before.get(item.id);
    return old === undefined || old === item ? [] : [{ item, old }];
  });
  return [
    ...created.map(
      ({ profile }): NewEvent => ({ event_type: `profile-${what(changes)}`, ...subject, object_id: profile.id }),
    ),
    ...created.map(({ id }): NewEvent => ({ event_type: `employment-${what(changes)}`, ...subject, object_id: id })),
    ...created.flatMap((item) => accountEvents(what(changes), item, subject)),
    ...known.flatMap(({ item, old }) => [
      ...(differ(old.profile, item.profile)
        ? [{ event_type: 'profile-updated', ...subject, object_id: item.profile.id } as const]
        : []),
      ...(differ(jobOf(old), jobOf(item))
        ? [{ event_type: 'employment-updated', ...subject, object_id: item.id } as const]
        : []),
      ...accountEvents('updated', item, subject, changedAccounts(old, item)),
    ]),
    ...gone.flatMap((old) => accountEvents('updated', old, subject)),
  ];
}

function accountEvents(
  what: 'created' | 'updated',
  { id: employment_id, bank_accounts }: Pick<KeptEmployment, 'id' | 'bank_accounts'>,
  subject: Subject,
  objects_count = bank_accounts.length,
): NewEvent[] {
  if (objects_count === 0) return [];
  return [{ event_type: `bank-accounts-${what}`, ...subject, employment_id, objects_count }];
}

/**
 * Returns the employment without our timestamps, and without the parts whose changes are announced by separate events.
 */
function jobOf({
  profile: _profile,
  bank_accounts: _accounts,
  created_at: _created,
  updated_at: _updated,
  ...job
}: KeptEmployment) {
  return job;
}

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

function changedAccounts(old: KeptEmployment, item: KeptEmployment): number {
  const before = new Map(old.bank_accounts.map((account) => [account.id, account]));
  const changed = item.bank_accounts.filter((account) => {
    const same = !differ(before.get(account.id), account);
    before.delete(account.id);
    return !same;
  });
  return changed.length + before.size;
}

/**
 * Returns one event per employment. The event says how many objects of the employment were added, changed or removed.
 */
function listEvents<Item extends { id: string; employment_id: string }>(
  list: 'statements' | 'shifts',
  changes: Changes<Item>,
  subject: Subject,
): NewEvent[] {
  const { items, before, added, changed, removed } = changes;
  const touched = new Set([...added, ...changed]);
  const counts = new Map<string, number>();
  const count = ({ employment_id }: Item) => counts.set(employment_id, (counts.get(employment_id) ?? 0) + 1);
  for (const item of items) if (touched.has(item.id)) count(item);
  for (const id of removed) {
    const gone = before.get(id);
    if (gone !== undefined) count(gone);
  }
  const event_type = `${list}-${what(changes)}` as const;
  return [...counts].map(([employment_id, objects_count]) => ({
    event_type,
    ...subject,
    employment_id,
    objects_count,
  }));
}
