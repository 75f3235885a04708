// /v1/scoring_attributes/reports/: numbers by which a lender may judge how money comes and goes.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import {
  NewScoringReport,
  NewScoringReportAnswer,
  SCORING_BODY_BYTES_MAX,
  ScoringReportAnswer,
} from '#domain/scoring-reports.ts';
import { checkScoringBody } from '#domain/scoring-requests.ts';
import { createScoringReport, getScoringReport } from '#services/scoring-reports.ts';
import { route } from './routes.ts';

export function scoringReportRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/scoring_attributes/reports/',
    operation: 'createScoringReport',
    summary: 'Count scoring attributes of accounts you send, or of those a person has connected',
    tag: 'Reports',
    status: 201,
    body: NewScoringReport,
    body_bytes_max: SCORING_BODY_BYTES_MAX,
    check_body: checkScoringBody,
    answer: NewScoringReportAnswer,
    handle: async ({ ctx, body, request }) => ({
      report_id: await createScoringReport(ctx, body, request.raw_body?.length ?? 0),
    }),
  });

  route(app, {
    method: 'GET',
    url: '/v1/scoring_attributes/reports/:report_id/',
    operation: 'getScoringReport',
    summary: 'Read scoring attributes: the same as when they were counted',
    tag: 'Reports',
    status: 200,
    params: Type.Object({ report_id: Id }),
    answer: ScoringReportAnswer,
    find: (ctx, { report_id }) => getScoringReport(ctx, report_id),
    handle: async ({ found }) => found,
  });
}
