// Rows of the data that a client declared for people in its sandbox. Each row is read together with its wrapped key.
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';

export type DeclarationKind = 'bank' | 'payroll';

export async function findDeclaration(
  db: Db,
  scope: Scope,
  user_id: string,
  kind: DeclarationKind,
): Promise<(WrappedKey & { sealed: Buffer }) | undefined> {
  const { rows } = await db.query<WrappedKey & { sealed: Buffer }>(
    `select d.sealed, k.master_key_id, k.wrapped_key from sandbox_declarations d
     join data_keys k on k.client_id = d.client_id and k.environment = d.environment and k.owner_id = d.user_id
     where d.client_id = $1 and d.environment = $2 and d.user_id = $3 and d.kind = $4`,
    [scope.client_id, scope.environment, user_id, kind],
  );
  return rows[0];
}

export async function writeDeclaration(
  tx: Db,
  scope: Scope,
  declaration: { user_id: string; kind: DeclarationKind; sealed: Buffer; updated_at: Date },
): Promise<void> {
  await tx.query(
    `insert into sandbox_declarations (client_id, environment, user_id, kind, sealed, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, environment, user_id, kind)
     do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [
      scope.client_id,
      scope.environment,
      declaration.user_id,
      declaration.kind,
      declaration.sealed,
      declaration.updated_at,
    ],
  );
}

export async function deleteDeclaration(tx: Db, scope: Scope, user_id: string, kind: DeclarationKind): Promise<void> {
  await tx.query(
    'delete from sandbox_declarations where client_id = $1 and environment = $2 and user_id = $3 and kind = $4',
    [scope.client_id, scope.environment, user_id, kind],
  );
}
