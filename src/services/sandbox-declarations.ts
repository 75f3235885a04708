// What a client declares for a person of its sandbox in place of the sample data: kept under the person's key, and
// handed to the provider whenever the person's data is read.
import type { KeyObject } from 'node:crypto';
import { unwrapAmounts, type Wrapped, wrapAmounts } from '#base/amounts-json.ts';
import type { Declared } from '#connectors/contract.ts';
import {
  type InjectedPayroll,
  type InjectedPayrollAnswer,
  type PayrollInjection,
  toInjectedPayroll,
} from '#domain/sandbox-payroll.ts';
import {
  type InjectedBank,
  type InjectedTransactionsAnswer,
  type TransactionsInjection,
  toInjectedBank,
} from '#domain/sandbox-transactions.ts';
import {
  type DeclarationKind,
  deleteDeclaration,
  findDeclaration,
  writeDeclaration,
} from '#storage/sandbox-declarations.ts';
import { findUser, lockUser } from '#storage/users.ts';
import { type Ctx, inTransaction, missing } from './ctx.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { place } from './vault.ts';

type Declarations = { bank: InjectedBank; payroll: InjectedPayroll };

/** Undefined where the sample data stands: nothing was declared for this kind of provider, or it is no sandbox. */
export async function declaredFor(ctx: Ctx, user_id: string, provider_id: string): Promise<Declared | undefined> {
  if (ctx.scope.environment !== 'sandbox') return undefined;
  switch (ctx.connectors.get(provider_id)?.manifest.data_source) {
    case 'financial_accounts': {
      const bank = await read(ctx, user_id, 'bank');
      return bank && { bank };
    }
    case 'payroll': {
      const payroll = await read(ctx, user_id, 'payroll');
      return payroll && { payroll };
    }
    default:
      return undefined;
  }
}

/** Counts what this call brought, not what was there before. */
export async function declareTransactions(
  ctx: Ctx,
  user_id: string,
  body: TransactionsInjection,
): Promise<InjectedTransactionsAnswer> {
  await declare(ctx, user_id, 'bank', (before) => toInjectedBank(body, before, user_id));
  return { accounts_count: body.accounts?.length ?? 0, transactions_count: body.transactions?.length ?? 0 };
}

/** Counts what this call brought, not what was there before. */
export async function declarePayroll(
  ctx: Ctx,
  user_id: string,
  body: PayrollInjection,
): Promise<InjectedPayrollAnswer> {
  const today = ctx.now().toISOString().slice(0, 10);
  await declare(ctx, user_id, 'payroll', (before) => toInjectedPayroll(body, before, user_id, today));
  const statements = body.employments.flatMap((employment) => employment.statements ?? []);
  return { employments_count: body.employments.length, statements_count: statements.length };
}

/** Two declarations at once come one after the other, so that neither loses what the other added. */
async function declare<Kind extends DeclarationKind>(
  ctx: Ctx,
  user_id: string,
  kind: Kind,
  change: (before: Declarations[Kind] | null) => Declarations[Kind] | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockUser(ctx.db, ctx.scope, user_id);
    if (user === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, user_id));
    const after = change((await read(ctx, user_id, kind)) ?? null);
    if (after === null) return deleteDeclaration(ctx.db, ctx.scope, user_id, kind);
    const key = await ctx.vault.unwrap(ctx.scope, user_id, user);
    await writeDeclaration(ctx.db, ctx.scope, {
      user_id,
      kind,
      sealed: sealList(key, wrapAmounts(after), sealedPlace(ctx, user_id, kind)),
      updated_at: ctx.now(),
    });
  });
}

async function read<Kind extends DeclarationKind>(
  ctx: Ctx,
  user_id: string,
  kind: Kind,
): Promise<Declarations[Kind] | undefined> {
  const row = await findDeclaration(ctx.db, ctx.scope, user_id, kind);
  if (row === undefined) return undefined;
  const key: KeyObject = await ctx.vault.unwrap(ctx.scope, user_id, row);
  return unwrapAmounts(unsealList<Wrapped<Declarations[Kind]>>(key, row.sealed, sealedPlace(ctx, user_id, kind)));
}

const sealedPlace = (ctx: Ctx, user_id: string, kind: DeclarationKind): string =>
  place(ctx.scope, 'sandbox_declarations', kind, user_id);
