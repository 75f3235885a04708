// /console/api/…/users/{user_id}/assets/reports/{report_id}/balances/: the daily balances behind an asset report.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { DailyBalancesAnswer } from '#domain/reports/daily-balances.ts';
import { getStoredUser } from '#services/people/users.ts';
import { findAssetReport, readDailyBalances } from '#services/reports/asset-reports.ts';
import { consoleRoute } from './console-routes.ts';

export function assetBalanceRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/users/:user_id/assets/reports/:report_id/balances/',
    area: 'cases',
    view: 'getAssetReport',
    status: 200,
    params: Type.Object({ user_id: Id, report_id: Id }),
    answer: DailyBalancesAnswer,
    async handle({ ctx, params }) {
      const user = await getStoredUser(ctx, params.user_id);
      return readDailyBalances(ctx, await findAssetReport(ctx, user, params.report_id));
    },
  });
}
