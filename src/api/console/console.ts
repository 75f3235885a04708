// /console/api/: what the pages of the console call. The routes are for these pages only, so they are not part of the
// OpenAPI document.
import type { FastifyInstance } from 'fastify';
import type { House } from '#services/house.ts';
import { auditRoutes } from './audit.ts';
import { guardConsole } from './console-edge.ts';
import { factorRoutes } from './factors.ts';
import { memberRoutes } from './members.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';

export function consoleRoutes(app: FastifyInstance, house: House): void {
  guardConsole(app, house);
  signInRoutes(app, house);
  singleSignOnRoutes(app, house);
  sessionRoutes(app, house);
  auditRoutes(app);
  factorRoutes(app, house);
  memberRoutes(app, house);
}
