// SQL fragments that several statements share.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from './db.ts';

/**
 * The condition that two rows belong to the same owner, written so that the planner cannot use an index for it. Before
 * a table is analyzed, the planner assumes that `client_id` is as selective as the id. If the planner could use an
 * index, the statement might therefore read all the client's rows.
 */
export const sameAs = (one: string, other: string, ...further: string[]) => {
  const columns = ['client_id', 'environment', ...further];
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  return `${row(one)} is not distinct from ${row(other)}`;
};

/** Inserts many rows with few statements. Table and column names are constants in our code; values are parameters. */
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
 * The numbers of rows that one statement may insert. Each number needs a separate prepared statement, and the database
 * keeps all prepared statements, so there are few numbers. Even a statement with the largest number of rows has far
 * fewer parameters than the limit of 65,535.
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
