// /v1/links/{link_id}/…: accounts, transactions, holdings, debts and statements from a bank.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { linkList } from '#api/connections/link-lists.ts';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { pageOfList } from '#domain/platform/pages.ts';
import { BankStatementAnswer } from '#domain/reports/bank-statements.ts';
import { AuthAnswer, BalancesAnswer } from '#domain/reports/financial-accounts.ts';
import { InvestmentsAnswer } from '#domain/reports/investments.ts';
import { LiabilitiesAnswer } from '#domain/reports/liabilities.ts';
import { TransactionListQuery, TransactionsAnswer } from '#domain/reports/transactions.ts';
import { getLink } from '#services/connections/links.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import {
  balancesOf,
  bankStatementsOf,
  investmentsOf,
  liabilitiesOf,
  numbersOf,
  transactionsOf,
} from '#services/reports/financial-accounts.ts';

const params = Type.Object({ link_id: Id });
const find = (ctx: Ctx, { link_id }: { link_id: string }) => getLink(ctx, link_id);

export function financialAccountRoutes(app: FastifyInstance, house: House): void {
  const get = { method: 'GET', tag: 'Financial accounts', status: 200, params, find } as const;

  route(app, {
    ...get,
    url: '/v1/links/:link_id/transactions/',
    operation: 'listTransactions',
    summary: 'List the accounts, and one page of their transactions, newest first',
    description: '`accounts` is always complete; paging and filters apply to `transactions` only.',
    query: TransactionListQuery,
    answer: TransactionsAnswer,
    async handle({ ctx, found, query, request }) {
      const { accounts, transactions } = await transactionsOf(ctx, found, query);
      const { results, ...page } = pageOfList(house.settings.base_url, request.url, query, transactions);
      return { ...page, accounts, transactions: results };
    },
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/balances/',
    operation: 'getBalances',
    summary: 'List accounts with their balances',
    description: 'Balances are as of the last time they were read from the bank.',
    answer: BalancesAnswer,
    handle: ({ ctx, found }) => balancesOf(ctx, found),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/auth/',
    operation: 'getAccountNumbers',
    summary: 'List deposit accounts with their full numbers',
    description: 'Returns checking and savings accounts whose numbers the bank provides.',
    answer: AuthAnswer,
    handle: ({ ctx, found }) => numbersOf(ctx, found),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/investments/',
    operation: 'getInvestments',
    summary: 'List investment accounts and their holdings',
    description: 'Amounts that the bank does not provide are null.',
    answer: InvestmentsAnswer,
    handle: ({ ctx, found }) => investmentsOf(ctx, found),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/liabilities/',
    operation: 'getLiabilities',
    summary: 'List cards, lines of credit and loans',
    description:
      'Must be enabled for your account; otherwise responds with 403. Responds with 404 if the link has no such data.',
    answer: LiabilitiesAnswer,
    handle: ({ ctx, found, request }) => liabilitiesOf(ctx, found, request.caller.features),
  });

  linkList(app, house, {
    path: 'bank_statements',
    operation: 'listBankStatements',
    summary: 'List monthly statements of deposit accounts, newest first',
    description: 'Each statement has a signed URL of its file if the bank provides the file.',
    tag: 'Financial accounts',
    item: BankStatementAnswer,
    read: bankStatementsOf,
  });
}
