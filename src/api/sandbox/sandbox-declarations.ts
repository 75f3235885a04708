// /v1/sandbox/users/{user_id}/…: declares custom data that replaces a person's sample data.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { InjectedPayrollAnswer, PayrollInjection } from '#domain/sandbox/sandbox-payroll.ts';
import { InjectedTransactionsAnswer, TransactionsInjection } from '#domain/sandbox/sandbox-transactions.ts';
import { getStoredUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { declarePayroll, declareTransactions } from '#services/sandbox/sandbox-declarations.ts';

export function sandboxDeclarationRoutes(app: FastifyInstance): void {
  const post = {
    method: 'POST',
    tag: 'Sandbox',
    status: 201,
    sandbox_only: true,
    params: Type.Object({ user_id: Id }),
    find: (ctx: Ctx, { user_id }: { user_id: string }) => getStoredUser(ctx, user_id),
  } as const;

  route(app, {
    ...post,
    url: '/v1/sandbox/users/:user_id/transactions/',
    operation: 'declareTransactions',
    summary: 'Declare bank accounts and transactions of a user',
    description: 'Replaces the sample data starting with the next login or refresh.',
    body: TransactionsInjection,
    answer: InjectedTransactionsAnswer,
    handle: ({ ctx, found, body, request }) => declareTransactions(ctx, found.id, body, request.raw_body?.length ?? 0),
  });

  route(app, {
    ...post,
    url: '/v1/sandbox/users/:user_id/payroll/',
    operation: 'declarePayroll',
    summary: 'Declare employments of a user',
    description: 'Replaces the sample data starting with the next login or refresh.',
    body: PayrollInjection,
    answer: InjectedPayrollAnswer,
    handle: ({ ctx, found, body, request }) => declarePayroll(ctx, found.id, body, request.raw_body?.length ?? 0),
  });
}
