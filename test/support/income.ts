// Creates income reports through the API for a sample person, and reads the data needed to check the reports.
import { expect } from 'vitest';
import { newId } from '#base/ids.ts';
import type { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import type { BankIncomeSource, IncomeInsightsAnswer } from '#domain/reports/income-insights.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import type { Call, TestHouse } from './house.ts';
import { connect, finishTasks, newUser } from './tasks.ts';

export const insightsUrl = (user_id: string): string => `/v1/users/${user_id}/income_insights/reports/`;
export const linkIncomeUrl = (link_id: string): string => `/v1/links/${link_id}/income/transactions/reports/`;

/** Connects a user (a new user by default) to the sandbox bank and waits for the bank data. */
export async function banked(house: TestHouse, call: Call, username: string, known_user_id?: string) {
  const user_id = known_user_id ?? (await newUser(call, newId()));
  const connection = await connect(call, user_id, { provider_id: 'vouch_bank', product_type: 'income', username });
  await finishTasks(house);
  return { ...connection, user_id };
}

export async function madeInsights(call: Call, user_id: string, body?: object): Promise<IncomeInsightsAnswer> {
  const response = await call('POST', insightsUrl(user_id), body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

export async function explained(call: Call, user_id: string, report_id: string): Promise<IncomeExplanationAnswer> {
  const response = await call('GET', `${insightsUrl(user_id)}${report_id}/explain/`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

export async function allTransactions(call: Call, link_id: string): Promise<TransactionAnswer[]> {
  const all: TransactionAnswer[] = [];
  for (let page = 1; ; page++) {
    const url = `/v1/links/${link_id}/transactions/?page_size=100&page=${page}`;
    const { transactions, next } = (await call('GET', url)).json();
    all.push(...transactions);
    if (next === null) return all;
  }
}

export const sourcesIn = ({ links }: IncomeInsightsAnswer): BankIncomeSource[] =>
  links.flatMap((link) => link.bank_income_sources);
