// Reads the data that a client declared for a sandbox user. Tasks read it whenever they fetch that user's data.
// sandbox-declarations.ts writes the declared data.
import { unwrapAmounts } from '#base/amounts-json.ts';
import { mapInTurns } from '#base/turns.ts';
import type { Declared } from '#connectors/contract.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { Declarations, DeclaredLists } from '#services/platform/declaration-work.ts';
import type { Sealed } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import { type DeclarationKind, findDeclaration } from '#storage/sandbox/sandbox-declarations.ts';

/**
 * Returns the data that was declared for the user. Returns `undefined` if nothing was declared for this kind of
 * provider, so that the sample data is used. Outside the sandbox, always returns `undefined`. The part `first` contains
 * no transactions, because the first step of a bank task shows none.
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
      const bank = await readDeclared(ctx, user_id, 'bank', part === 'first' ? 'transactions' : undefined);
      return bank && { bank };
    }
    case 'payroll': {
      const payroll = await readDeclared(ctx, user_id, 'payroll');
      return payroll && { payroll };
    }
    default:
      return undefined;
  }
}

/**
 * Returns what was declared for the user; `undefined` if nothing was declared. `without` is the name of a list that is
 * left empty.
 */
export async function readDeclared<Kind extends DeclarationKind>(
  ctx: Ctx,
  user_id: string,
  kind: Kind,
  without?: string,
): Promise<Declarations[Kind] | undefined> {
  const kept = await findDeclared(ctx, user_id, kind);
  if (kept === undefined) return undefined;
  const about = { client_id: ctx.scope.client_id, bytes: kept.sealed.length };
  return toDeclaration(await ctx.compute.run('open_declaration', { kept, without }, about));
}

/**
 * Parses the lists of a declaration. Yields to the event loop between blocks, because the data that a client declares
 * may be long.
 */
async function toDeclaration<Declaration>(blocks: DeclaredLists): Promise<Declaration> {
  const lists: Record<string, unknown[]> = {};
  for (const [name, texts] of Object.entries(blocks)) {
    lists[name] = (await mapInTurns(texts, (text) => unwrapAmounts<unknown[]>(JSON.parse(text)))).flat();
  }
  // The cast is safe, because only lists of a declaration of this kind were stored.
  return lists as Declaration;
}

export async function findDeclared(ctx: Ctx, user_id: string, kind: DeclarationKind): Promise<Sealed | undefined> {
  const row = await findDeclaration(ctx.db, ctx.scope, user_id, kind);
  if (row === undefined) return undefined;
  const key = await ctx.vault.unwrap(ctx.scope, user_id, row);
  return { key, sealed: row.sealed, where: declarationPlace(ctx, user_id, kind) };
}

export const declarationPlace = (ctx: Ctx, user_id: string, kind: DeclarationKind): string =>
  place(ctx.scope, 'sandbox_declarations', kind, user_id);
