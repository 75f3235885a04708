// /console/api/{client_id}/{environment}/members/ and …/invitations/: who may work in this environment, and with which
// role.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import {
  CreatedInvitation,
  InvitationList,
  MemberList,
  MemberView,
  NewInvitation,
  presentInvitation,
  presentMember,
  RoleChange,
} from '#domain/console/members.ts';
import { SessionView } from '#domain/console/sessions.ts';
import { Acceptance } from '#domain/console/sign-in.ts';
import { acceptInvitation, invite, listInvitations, withdrawInvitation } from '#services/console/invitations.ts';
import { changeRole, listMembers, removeMember } from '#services/console/members.ts';
import { viewSession } from '#services/console/sessions.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute, openRoute } from './console-routes.ts';
import { setSessionCookie, visitOf } from './session-cookies.ts';

const WithId = Type.Object({ id: Id });
const WRITE = { area: 'administration', right: 'write' } as const;

export function memberRoutes(app: FastifyInstance, house: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/members/',
    area: 'administration',
    status: 200,
    answer: MemberList,
    handle: async ({ ctx }) => ({ results: (await listMembers(ctx)).map(presentMember) }),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'PATCH',
    url: 'scoped/members/:id/',
    is_audited: false,
    params: WithId,
    status: 200,
    body: RoleChange,
    answer: MemberView,
    handle: async ({ ctx, session, params, body, request }) =>
      presentMember(await changeRole(ctx, actorOf(session, request), params.id, body.role)),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'DELETE',
    url: 'scoped/members/:id/',
    is_audited: false,
    params: WithId,
    status: 204,
    handle: ({ ctx, session, params, request }) => removeMember(ctx, actorOf(session, request), params.id),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/invitations/',
    area: 'administration',
    status: 200,
    answer: InvitationList,
    handle: async ({ ctx }) => ({ results: (await listInvitations(ctx)).map(presentInvitation) }),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'POST',
    url: 'scoped/invitations/',
    is_audited: false,
    status: 201,
    body: NewInvitation,
    answer: CreatedInvitation,
    async handle({ ctx, session, body, request }) {
      const { invitation, url } = await invite(ctx, actorOf(session, request), body);
      return { ...presentInvitation(invitation), url };
    },
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'DELETE',
    url: 'scoped/invitations/:id/',
    is_audited: false,
    params: WithId,
    status: 204,
    handle: ({ ctx, session, params, request }) => withdrawInvitation(ctx, actorOf(session, request), params.id),
  });

  openRoute(app, {
    method: 'POST',
    url: 'invitations/accept/',
    status: 200,
    body: Acceptance,
    answer: SessionView,
    async handle({ body, request, reply }) {
      const { session, secret } = await acceptInvitation(house, body, visitOf(house, request));
      setSessionCookie(house, reply, secret);
      return viewSession(house, session);
    },
  });
}
