// SQL fragments that several statements share.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from './db.ts';

/**
 * Condition that two rows belong to the same owner, written so that no index can be used for it. Before a table is
 * analyzed, the planner takes the client for as selective as the id, and reads all rows of the client.
 */
export const sameAs = (one: string, other: string, ...further: string[]) => {
  const columns = ['client_id', 'environment', ...further];
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  return `${row(one)} is not distinct from ${row(other)}`;
};

/** Inserts many rows in one statement. The names are constants of ours, the values are parameters. */
export async function insertRows<Row extends object>(
  tx: Db,
  scope: Scope,
  table: string,
  names: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  let first = 0;
  for (const size of SIZES) {
    for (; rows.length - first >= size; first += size) {
      await insertSome(tx, scope, table, names, rows.slice(first, first + size));
    }
  }
}

/**
 * Each number of rows is a separate prepared statement, and the database keeps every one: so there are few sizes. The
 * largest stays well below the 65,535 parameters a statement may have.
 */
const SIZES = [256, 64, 16, 4, 1];

async function insertSome<Row extends object>(
  tx: Db,
  scope: Scope,
  table: string,
  names: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  const tuples = rows.map(
    (_, row) => `($1, $2, ${names.map((_, at) => `$${3 + row * names.length + at}`).join(', ')})`,
  );
  await tx.query(`insert into ${table} (client_id, environment, ${names.join(', ')}) values ${tuples.join(', ')}`, [
    scope.client_id,
    scope.environment,
    ...rows.flatMap((row) => names.map((name) => row[name])),
  ]);
}
