// /console/api/: the endpoints that the pages of the console call. They are only for these pages, so they are not part
// of the OpenAPI document.
import type { FastifyInstance } from 'fastify';
import type { House } from '#services/house.ts';
import { assetBalanceRoutes } from './asset-balances.ts';
import { auditRoutes } from './audit.ts';
import { clockStepRoutes } from './clock-steps.ts';
import { companyUploadRoutes } from './company-uploads.ts';
import { guardConsole } from './console-edge.ts';
import { declaredDataRoutes } from './declared-data.ts';
import { documentRoutes } from './documents.ts';
import { eventStreamRoutes } from './event-streams.ts';
import { factorRoutes } from './factors.ts';
import { homeRoutes } from './home.ts';
import { consoleKeyRoutes } from './keys.ts';
import { linkProvenanceRoutes } from './link-provenance.ts';
import { linkRefreshRoutes } from './link-refreshes.ts';
import { logRoutes } from './logs.ts';
import { memberRoutes } from './members.ts';
import { operatingRoutes } from './operating.ts';
import { orderHistoryRoutes } from './order-history.ts';
import { orderMessageRoutes } from './order-messages.ts';
import { orderTokenRoutes } from './order-tokens.ts';
import { savedViewRoutes } from './saved-views.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { templatePreviewRoutes } from './template-previews.ts';

export function consoleRoutes(app: FastifyInstance, house: House): void {
  guardConsole(app, house);
  signInRoutes(app, house);
  singleSignOnRoutes(app, house);
  sessionRoutes(app, house);
  assetBalanceRoutes(app);
  homeRoutes(app);
  orderHistoryRoutes(app);
  orderTokenRoutes(app);
  orderMessageRoutes(app);
  documentRoutes(app);
  declaredDataRoutes(app);
  eventStreamRoutes(app, house);
  linkProvenanceRoutes(app);
  linkRefreshRoutes(app);
  logRoutes(app);
  templatePreviewRoutes(app);
  clockStepRoutes(app, house);
  savedViewRoutes(app);
  operatingRoutes(app, house);
  companyUploadRoutes(app);
  factorRoutes(app, house);
  memberRoutes(app, house);
  consoleKeyRoutes(app, house);
  auditRoutes(app);
}
