// Search over everything that a role may see. Every lookup uses an index and returns at most twenty rows.
import { isUuid } from '#base/uuids.ts';
import { mayDo, type Role } from '#domain/console/roles.ts';
import {
  FOUND_KINDS,
  type Found,
  maskEmail,
  RESULTS_MAX,
  type SearchResult,
  toResult,
} from '#domain/console/search.ts';
import type { User } from '#domain/people/users.ts';
import { findPeople, openUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findInvoice } from '#storage/billing/invoices.ts';
import { findByIdPrefix, findOrdersNamed, findUserIdNamed, findUserIds } from '#storage/console/finds.ts';
import { findUser } from '#storage/people/users.ts';
import { listRequests } from './request-log.ts';

/** An id can be found by its beginning, if at least eight characters are given. */
const ID_PREFIX = /^[0-9a-f]{8,32}$/;
const WHOLE_ID = /^[0-9a-f]{32}$/;

export async function search(ctx: Ctx, role: Role, q: string): Promise<SearchResult[]> {
  const text = q.trim();
  if (text === '') return [];
  const found = await Promise.all([byId(ctx, text.toLowerCase()), byNumber(ctx, text), byName(ctx, text)]);
  const once = new Map(found.flat().map((one) => [`${one.kind} ${one.id}`, one]));
  return [...once.values()]
    .filter(({ kind }) => mayDo(role, ctx.scope.environment, FOUND_KINDS[kind].area, 'read'))
    .slice(0, RESULTS_MAX)
    .map(toResult);
}

async function byId(ctx: Ctx, text: string): Promise<Found[]> {
  if (isUuid(text)) {
    const invoice = await findInvoice(ctx.db, ctx.scope, text);
    return invoice === undefined
      ? []
      : [{ kind: 'invoice', id: invoice.id, within: [], title: invoice.id, subtitle: invoice.status }];
  }
  if (!ID_PREFIX.test(text)) return [];
  const [rows, user_ids, requests] = await Promise.all([
    findByIdPrefix(ctx.db, ctx.scope, text),
    findUserIds(ctx.db, ctx.scope, text),
    WHOLE_ID.test(text) ? listRequests(ctx, { request_id: text }) : undefined,
  ]);
  const people = await Promise.all(user_ids.map((id) => personOf(ctx, id)));
  const logged = (requests?.results ?? []).map(
    ({ request_id, method, path, status }): Found => ({
      kind: 'request',
      id: request_id,
      within: [],
      title: `${method} ${path}`,
      subtitle: String(status),
    }),
  );
  return [...people.flat(), ...rows, ...logged];
}

async function byNumber(ctx: Ctx, text: string): Promise<Found[]> {
  const [orders, user_id] = await Promise.all([
    findOrdersNamed(ctx.db, ctx.scope, text),
    findUserIdNamed(ctx.db, ctx.scope, text),
  ]);
  return [...(user_id === undefined ? [] : await personOf(ctx, user_id)), ...orders];
}

const byName = async (ctx: Ctx, text: string): Promise<Found[]> =>
  (await findPeople(ctx, text, RESULTS_MAX)).map(toFound);

async function personOf(ctx: Ctx, id: string): Promise<Found[]> {
  const row = await findUser(ctx.db, ctx.scope, id);
  return row === undefined ? [] : [toFound(await openUser(ctx, row))];
}

function toFound({ id, first_name, last_name, email, external_user_id }: User): Found {
  const name = [first_name, last_name].filter((part) => part !== null).join(' ');
  return {
    kind: 'user',
    id,
    within: [],
    title: name || external_user_id || id,
    subtitle: email === null ? null : maskEmail(email),
  };
}
