// Checks the console's own routes against the table in this file: every route must have a row. A route must accept
// exactly the roles that the role table allows. All tests share one service, because starting it takes most of the
// time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { STAGES } from '#domain/console/sessions.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { newMember, readStream, type TestMember } from '#test/console.ts';
import {
  ACCOUNT_ROUTES,
  bodyOfRow,
  isAllowed,
  methodOfRow,
  pathOfRow,
  SCOPED_ROUTES,
  type ScopedRow,
} from '#test/console-routes.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

const SCOPE = ':client_id/:environment/';
const NO_ID = '0'.repeat(32);
const REFUSED = /Your role does not allow this|Your role must allow it in both|Only the operator may change it/;

let house: TestHouse;
let operator: TestClient;
let other: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
  operator = await newClient(house);
  // The oldest client is the operator's own client, so the other client must be created later.
  house.clock.advance(1000);
  other = await newClient(house, 'Borrow Well');
});
afterAll(() => house.close());

const memberAs = (role: Role, { client_id }: TestClient): Promise<TestMember> =>
  newMember(house, [
    { client_id, environment: 'sandbox', role },
    { client_id, environment: 'prod', role },
  ]);

/** The routes of the service, without the automatic HEAD routes. */
const routes = () => house.app.console_routes.filter(({ method }) => method !== 'HEAD');
const named = ({ method, url }: { method: string; url: string }): string => `${method} ${url.replace(SCOPE, '')}`;

describe('the table of the console’s own routes', () => {
  test('every route of a client has a row with the route’s area, right, reach and disclosure, and every row belongs to a route', () => {
    const declared = routes()
      .filter(({ url }) => url.startsWith(SCOPE))
      .map((route) => [named(route), route.rule?.needed]);
    const expected = Object.entries(SCOPED_ROUTES).map(([name, row]) => {
      const { area, right, reach, is_about_documents, is_disclosed } = row;
      return [name, { area, right, reach, is_about_documents, is_disclosed }];
    });
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  });

  test('every route that belongs to no client has a row with the route’s stages, and needs no role', () => {
    const declared = routes().filter(({ url }) => !url.startsWith(SCOPE));
    expect(Object.fromEntries(declared.map((route) => [named(route), route.rule?.stages]))).toEqual(ACCOUNT_ROUTES);
    expect(declared.filter(({ rule }) => rule === undefined || rule.needed !== undefined)).toEqual([]);
  });
});

describe('roles and the console’s own routes', () => {
  test.each(ROLES)(
    'for the role %s, the role table decides which console routes get 403, in both environments and for both clients',
    async (role) => {
      const wrong: string[] = [];
      for (const client of [operator, other]) {
        for (const environment of ENVIRONMENTS) {
          // For each environment, a new member sends the requests, so that no session exceeds its rate limit.
          const member = await memberAs(role, client);
          for (const [route, row] of Object.entries(SCOPED_ROUTES)) {
            const { statusCode, body } = await send(member, client, environment, route, row);
            const is_refused = statusCode === 403 && REFUSED.test(body);
            const line = `${client === operator ? 'operator' : 'other'} ${environment} ${route}: ${statusCode} ${body}`;
            if (is_refused === isAllowed(row, role, environment, client === operator)) wrong.push(line);
            if (statusCode === 401 || statusCode >= 500) wrong.push(line);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(ENVIRONMENTS)(
    'a member of only the environment %s gets 404 on every console route of the other environment, and of another client',
    async (own) => {
      const { client_id } = operator;
      const member = await newMember(house, [{ client_id, environment: own, role: 'owner' }]);
      const wrong: string[] = [];
      for (const [route, row] of Object.entries(SCOPED_ROUTES)) {
        for (const environment of ENVIRONMENTS) {
          const answers = [await send(member, other, environment, route, row)];
          if (environment !== own) answers.push(await send(member, operator, environment, route, row));
          if (answers.some(({ statusCode }) => statusCode !== 404)) wrong.push(`${environment} ${route}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a change that applies to both environments gets 403 if the member may make it in only one of them', async () => {
    const { client_id } = operator;
    const member = await newMember(house, [
      { client_id, environment: 'sandbox', role: 'owner' },
      { client_id, environment: 'prod', role: 'developer' },
    ]);
    const far = Object.entries(SCOPED_ROUTES).filter(([, { reach }]) => reach === 'client' || reach === 'service');
    expect(far.length).toBeGreaterThan(1);
    for (const [route, row] of far) {
      expect((await send(member, operator, 'sandbox', route, row)).statusCode, route).toBe(403);
    }
  });
});

describe('sessions and the console’s own routes', () => {
  test('without a session, every route with stages gets 401', async () => {
    const wrong: string[] = [];
    for (const { method, url, rule } of routes()) {
      if (rule?.stages === undefined) continue;
      const path = url.replace(SCOPE, `${operator.client_id}/sandbox/`).replaceAll(/:\w+/g, NO_ID);
      const headers = { origin: 'http://127.0.0.1:8080' };
      const { statusCode } = await house.app.inject({
        method: methodOfRow(`${method} `),
        url: `/console/api/${path}`,
        headers,
      });
      if (statusCode !== 401) wrong.push(`${method} ${url}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(STAGES.filter((stage) => stage !== 'complete'))(
    'while a console session is in the stage %s, it can use only the routes of that stage',
    async (stage) => {
      const { client_id } = operator;
      const wrong: string[] = [];
      for (const { method, url, rule } of routes()) {
        if (rule?.stages === undefined) continue;
        // A request may end its session, so each request is sent in a new session.
        const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'owner' }], stage);
        const path = url.replace(SCOPE, `${client_id}/sandbox/`).replaceAll(/:\w+/g, NO_ID);
        const { statusCode, body } = await call(methodOfRow(`${method} `), path, method === 'GET' ? undefined : {});
        const is_refused = statusCode === 403 && body.includes('Your session needs a second factor first.');
        if (is_refused === rule.stages.includes(stage)) wrong.push(`${method} ${url}: ${statusCode} ${body}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Sends an ordinary request to the route. The ids in the path and the body do not exist. */
async function send(
  member: TestMember,
  { client_id }: TestClient,
  environment: Environment,
  route: string,
  row: ScopedRow,
): Promise<{ statusCode: number; body: string }> {
  const path = `${client_id}/${environment}/${pathOfRow(route, row, () => NO_ID)}`;
  if (row.is_stream === true) return readStream(house, member, path, /./);
  const body = bodyOfRow(row, { WORD: 'Harbor', ID: NO_ID, EMAIL: 'new@example.com' });
  const headers = row.file_type === undefined ? {} : { 'content-type': row.file_type };
  return member.call(methodOfRow(route), path, body, headers);
}
