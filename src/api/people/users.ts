// /v1/users/: people who connect accounts.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { groupBy } from '#base/lists.ts';
import { Id, nullable, pageOf, shape } from '#base/schema.ts';
import { LinkAnswer, presentLink } from '#domain/connections/links.ts';
import {
  NewUser,
  presentUser,
  type User,
  UserAnswer,
  UserChanges,
  UserListQuery,
  UserQuery,
} from '#domain/people/users.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { linksOf, providerRefOf } from '#services/connections/links.ts';
import type { House } from '#services/house.ts';
import { createUser, getUser, getUserWithReports, listUsers, updateUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { deleteUser } from '#services/user-erasure.ts';

const links = Type.Array(LinkAnswer, { description: 'The accounts this person has connected.' });
const ListedUser = shape('ListedUser', 'A person who connects accounts, with their links.', {
  ...UserAnswer.properties,
  links: Type.Optional(links),
});
/**
 * The response of GET /v1/users/{user_id}/. Only this response contains, for each kind of report, the id of the newest
 * report.
 */
const RetrievedUser = shape('RetrievedUser', 'A person who connects accounts, with their links and reports.', {
  ...ListedUser.properties,
  voie_report_id: nullable(Id),
  voa_report_id: nullable(Id),
  income_insights_report_id: nullable(Id),
  aim_check_report_id: nullable(Id),
});

/** Reads the links of all given users together. Returns a function that takes a user and returns that user's links. */
async function readLinks(ctx: Ctx, users: readonly User[]): Promise<(user: User) => LinkAnswer[]> {
  const ids = users.map(({ id }) => id);
  const links = groupBy(await linksOf(ctx, ids), ({ user_id }) => user_id);
  return ({ id }) => (links.get(id) ?? []).map((link) => presentLink(link, providerRefOf(ctx, link.provider_id)));
}

const params = Type.Object({ user_id: Id });

export function userRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/users/',
    operation: 'createUser',
    summary: 'Create a user',
    description: 'An `external_user_id` belongs to one user per environment; an id that is already in use is rejected.',
    tag: 'Users',
    status: 201,
    body: NewUser,
    answer: UserAnswer,
    handle: async ({ ctx, body }) => presentUser(await createUser(ctx, body)),
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/',
    operation: 'listUsers',
    summary: 'List users, newest first',
    description: 'Each user includes their links unless `list_links=false`.',
    tag: 'Users',
    status: 200,
    query: UserListQuery,
    answer: pageOf(ListedUser),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, users } = await listUsers(ctx, query, paging);
      const linksOfUser = query.list_links === 'false' ? undefined : await readLinks(ctx, users);
      const results = users.map((user) => ({
        ...presentUser(user),
        ...(linksOfUser && { links: linksOfUser(user) }),
      }));
      return toPage(house.settings.base_url, request.url, paging, { count, results });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/',
    operation: 'getUser',
    summary: 'Read a user',
    description: 'Returns the user and the ids of their newest reports; with `list_links=true`, also their links.',
    tag: 'Users',
    status: 200,
    params,
    query: UserQuery,
    answer: RetrievedUser,
    find: (ctx, { user_id }) => getUserWithReports(ctx, user_id),
    async handle({ ctx, found: { user, newest }, query, request }) {
      const shown = { ...presentUser(user), ...newest, aim_check_report_id: null };
      // A dashboard user who has asked to see the SSN gets the whole SSN. A request with a key never gets the whole
      // SSN.
      const is_revealed = (await request.overseer?.isRevealed(ctx)) === true;
      const answer = is_revealed ? { ...shown, ssn: user.ssn } : shown;
      return query.list_links === 'true' ? { ...answer, links: (await readLinks(ctx, [user]))(user) } : answer;
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/v1/users/:user_id/',
    operation: 'updateUser',
    summary: 'Change a user; absent fields stay unchanged',
    description: '`null` and the empty string clear a field. `external_user_id` cannot be cleared.',
    tag: 'Users',
    status: 200,
    params,
    body: UserChanges,
    answer: UserAnswer,
    find: (ctx, { user_id }) => getUser(ctx, user_id),
    handle: async ({ ctx, params, body }) => presentUser(await updateUser(ctx, params.user_id, body)),
  });

  route(app, {
    method: 'DELETE',
    url: '/v1/users/:user_id/',
    operation: 'deleteUser',
    summary: 'Erase a user and all their data',
    description:
      'Deletes the links and data of the user and cancels their open orders. Usage records are kept without personal data.',
    tag: 'Users',
    status: 204,
    params,
    async handle({ ctx, params }) {
      await deleteUser(ctx, params.user_id);
    },
  });
}
