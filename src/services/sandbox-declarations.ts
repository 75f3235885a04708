// What a client declares for a person of its sandbox in place of the sample data: kept under the person's key, and
// handed to the provider whenever the person's data is read.
import { unwrapAmounts } from '#base/amounts-json.ts';
import { mapInTurns } from '#base/turns.ts';
import type { Declared } from '#connectors/contract.ts';
import type { InjectedPayrollAnswer, PayrollInjection } from '#domain/sandbox-payroll.ts';
import type { InjectedTransactionsAnswer, TransactionsInjection } from '#domain/sandbox-transactions.ts';
import {
  type DeclarationKind,
  deleteDeclaration,
  findDeclaration,
  writeDeclaration,
} from '#storage/sandbox-declarations.ts';
import { findUser, lockUser } from '#storage/users.ts';
import { type Ctx, inTransaction, missing } from './ctx.ts';
import type { Declarations, DeclaredLists, Declaring } from './declaration-work.ts';
import { asBuffer, type Sealed } from './sealed-sections.ts';
import { place } from './vault.ts';

/**
 * Undefined where the sample data stands: nothing was declared for this kind of provider, or it is no sandbox. The first
 * reading of a bank shows no transactions, so they are left out there.
 */
export async function declaredFor(
  ctx: Ctx,
  user_id: string,
  provider_id: string,
  part: 'first' | 'rest',
): Promise<Declared | undefined> {
  if (ctx.scope.environment !== 'sandbox') return undefined;
  switch (ctx.connectors.get(provider_id)?.manifest.data_source) {
    case 'financial_accounts': {
      const bank = await read(ctx, user_id, 'bank', part === 'first' ? 'transactions' : undefined);
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
  bytes_sent: number,
): Promise<InjectedTransactionsAnswer> {
  await declare(ctx, user_id, { kind: 'bank', body }, bytes_sent);
  return { accounts_count: body.accounts?.length ?? 0, transactions_count: body.transactions?.length ?? 0 };
}

/** Counts what this call brought, not what was there before. */
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

/** Two declarations at once come one after the other, so that neither loses what the other added. */
async function declare(ctx: Ctx, user_id: string, declaring: Declaring, bytes_sent: number): Promise<void> {
  const { kind } = declaring;
  await inTransaction(ctx, async (ctx) => {
    const user = await lockUser(ctx.db, ctx.scope, user_id);
    if (user === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, user_id));
    const before = await find(ctx, user_id, kind);
    const goes = { key: await ctx.vault.unwrap(ctx.scope, user_id, user), where: sealedPlace(ctx, user_id, kind) };
    const sealed = await ctx.compute.run(
      'declare',
      { declaring, user_id, before, goes },
      { client_id: ctx.scope.client_id, bytes: bytes_sent + (before?.sealed.length ?? 0) },
    );
    if (sealed === null) return deleteDeclaration(ctx.db, ctx.scope, user_id, kind);
    await writeDeclaration(ctx.db, ctx.scope, { user_id, kind, sealed: asBuffer(sealed), updated_at: ctx.now() });
  });
}

async function read<Kind extends DeclarationKind>(
  ctx: Ctx,
  user_id: string,
  kind: Kind,
  without?: string,
): Promise<Declarations[Kind] | undefined> {
  const kept = await find(ctx, user_id, kind);
  if (kept === undefined) return undefined;
  const about = { client_id: ctx.scope.client_id, bytes: kept.sealed.length };
  return toDeclaration(await ctx.compute.run('open_declaration', { kept, without }, about));
}

/** In turns, because it may be long. */
async function toDeclaration<Declaration>(blocks: DeclaredLists): Promise<Declaration> {
  const lists: Record<string, unknown[]> = {};
  for (const [name, texts] of Object.entries(blocks)) {
    lists[name] = (await mapInTurns(texts, (text) => unwrapAmounts<unknown[]>(JSON.parse(text)))).flat();
  }
  // What was kept is a declaration of this kind, list by list.
  return lists as Declaration;
}

async function find(ctx: Ctx, user_id: string, kind: DeclarationKind): Promise<Sealed | undefined> {
  const row = await findDeclaration(ctx.db, ctx.scope, user_id, kind);
  if (row === undefined) return undefined;
  const key = await ctx.vault.unwrap(ctx.scope, user_id, row);
  return { key, sealed: row.sealed, where: sealedPlace(ctx, user_id, kind) };
}

const sealedPlace = (ctx: Ctx, user_id: string, kind: DeclarationKind): string =>
  place(ctx.scope, 'sandbox_declarations', kind, user_id);
