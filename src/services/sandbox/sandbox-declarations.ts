// Data that a client declares for a sandbox user in place of the sample data. It is sealed with the user's key, and
// declared-data.ts passes it to the provider whenever the user's data is read.
import { type DeclaredDataAnswer, presentDeclared } from '#domain/sandbox/declared-data.ts';
import type { InjectedPayrollAnswer, PayrollInjection } from '#domain/sandbox/sandbox-payroll.ts';
import type { InjectedTransactionsAnswer, TransactionsInjection } from '#domain/sandbox/sandbox-transactions.ts';
import { declarationPlace, findDeclared, readDeclared } from '#services/connections/declared-data.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import type { Declaring } from '#services/platform/declaration-work.ts';
import { asBuffer } from '#services/platform/sealed-sections.ts';
import { findUser, lockUser } from '#storage/people/users.ts';
import { deleteDeclaration, writeDeclaration } from '#storage/sandbox/sandbox-declarations.ts';

/** Declares transactions. The returned counts cover only the items of this call, not those of earlier calls. */
export async function declareTransactions(
  ctx: Ctx,
  user_id: string,
  body: TransactionsInjection,
  bytes_sent: number,
): Promise<InjectedTransactionsAnswer> {
  await declare(ctx, user_id, { kind: 'bank', body }, bytes_sent);
  return { accounts_count: body.accounts?.length ?? 0, transactions_count: body.transactions?.length ?? 0 };
}

/** Declares payroll data. The returned counts cover only the items of this call, not those of earlier calls. */
export async function declarePayroll(
  ctx: Ctx,
  user_id: string,
  body: PayrollInjection,
  bytes_sent: number,
): Promise<InjectedPayrollAnswer> {
  const today = ctx.now().toISOString().slice(0, 10);
  await declare(ctx, user_id, { kind: 'payroll', body, today }, bytes_sent);
  const statements = body.employments.flatMap((employment) => employment.statements ?? []);
  return { employments_count: body.employments.length, statements_count: statements.length };
}

/** Returns everything that is declared for the user, even if several requests declared it one after the other. */
export async function readDeclaredData(ctx: Ctx, user_id: string): Promise<DeclaredDataAnswer> {
  const [payroll, bank] = await Promise.all([
    readDeclared(ctx, user_id, 'payroll'),
    readDeclared(ctx, user_id, 'bank'),
  ]);
  return presentDeclared(payroll, bank);
}

/**
 * Stores a declaration, or deletes the stored declaration if nothing is declared any more. Locks the user first, so
 * that concurrent declarations for the same user do not overwrite each other's items.
 */
async function declare(ctx: Ctx, user_id: string, declaring: Declaring, bytes_sent: number): Promise<void> {
  const { kind } = declaring;
  await inTransaction(ctx, async (ctx) => {
    const user = await lockUser(ctx.db, ctx.scope, user_id);
    if (user === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, user_id));
    const before = await findDeclared(ctx, user_id, kind);
    const goes = { key: await ctx.vault.unwrap(ctx.scope, user_id, user), where: declarationPlace(ctx, user_id, kind) };
    const sealed = await ctx.compute.run(
      'declare',
      { declaring, user_id, before, goes },
      { client_id: ctx.scope.client_id, bytes: bytes_sent + (before?.sealed.length ?? 0) },
    );
    if (sealed === null) return deleteDeclaration(ctx.db, ctx.scope, user_id, kind);
    await writeDeclaration(ctx.db, ctx.scope, { user_id, kind, sealed: asBuffer(sealed), updated_at: ctx.now() });
  });
}
