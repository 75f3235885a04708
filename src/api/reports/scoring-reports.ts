// /v1/scoring_attributes/reports/: cash-flow attributes and scores for lenders.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import {
  NewScoringReport,
  NewScoringReportAnswer,
  SCORING_BODY_BYTES_MAX,
  ScoringReportAnswer,
} from '#domain/reports/scoring-reports.ts';
import type { ReadScoringRequest } from '#services/platform/compute-work.ts';
import { createScoringReport, getScoringReport, readScoringRequest } from '#services/reports/scoring-reports.ts';

export function scoringReportRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/scoring_attributes/reports/',
    operation: 'createScoringReport',
    summary: 'Create a scoring report',
    description:
      'Scores the accounts and transactions in the body, or those of a user or link. One of these is required.',
    tag: 'Reports',
    status: 201,
    body: Type.Unsafe<ReadScoringRequest>(NewScoringReport),
    body_bytes_max: SCORING_BODY_BYTES_MAX,
    read_body: readScoringRequest,
    answer: NewScoringReportAnswer,
    handle: async ({ ctx, body }) => ({ report_id: await createScoringReport(ctx, body) }),
  });

  route(app, {
    method: 'GET',
    url: '/v1/scoring_attributes/reports/:report_id/',
    operation: 'getScoringReport',
    summary: 'Read a scoring report',
    description: 'Returns the report as it was computed.',
    tag: 'Reports',
    status: 200,
    params: Type.Object({ report_id: Id }),
    answer: ScoringReportAnswer,
    find: (ctx, { report_id }) => getScoringReport(ctx, report_id),
    handle: async ({ found }) => found,
  });
}
