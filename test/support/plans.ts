// Measures the cost of SQL statements by their query plans: the number of rows read, not the time.
import type { Db } from '#storage/platform/db.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const readBy = (plan: Plan): number =>
  Math.round(
    plan['Actual Loops'] *
      (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)),
  );

/**
 * `rows_read` is the number of rows that are read from tables and functions. `cte_rows_read` is the number of rows that
 * are read from the statement's own CTEs. `whole` lists the tables that are read by a full scan, except `list_blocks`,
 * `list_moves` and empty tables.
 */
export type Cost = { rows_read: number; cte_rows_read: number; whole: string[] };

/**
 * Returns the cost of the statements that `work` runs, measured with generic plans. Each statement runs twice, once in
 * `work` and once for the measurement, so `work` must not write much.
 */
export async function costOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Cost> {
  const plans: Plan[] = [];
  for (const statement of await statementsOf(db, work)) {
    plans.push(await db.transaction((tx) => analyzed(tx, statement)));
  }
  return toCost(plans);
}

/**
 * The cost of the first statement that `work` runs, measured with a plan that was made before `fill` filled the tables.
 */
export async function costOfEarlyPlan(
  db: Db,
  work: (db: Db) => Promise<unknown>,
  fill: (tx: Db) => Promise<unknown>,
): Promise<Cost> {
  const [statement] = await statementsOf(db, work);
  if (statement === undefined) throw new Error('no statement');
  return toCost([await db.transaction((tx) => analyzed(tx, statement, fill))]);
}

type Statement = { sql: string; values: readonly unknown[] };

async function statementsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const asked: Statement[] = [];
  await work({
    ...db,
    query: (sql, values = []) => {
      if (!sql.startsWith('set ')) asked.push({ sql, values });
      return db.query(sql, values);
    },
  });
  return asked;
}

async function analyzed(tx: Db, { sql, values }: Statement, fill?: (tx: Db) => Promise<unknown>): Promise<Plan> {
  const asked = `execute asked (${values.map(literal).join(', ')})`;
  await tx.query(`prepare asked as ${sql}`);
  if (fill !== undefined) {
    await tx.query(`explain ${asked}`);
    await fill(tx);
  }
  const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${asked}`);
  await tx.query('deallocate asked');
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

const sum = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function toCost(plans: readonly Plan[]): Cost {
  const nodes = plans.flatMap(nodesOf);
  const scans = nodes.filter((node) => /Scan/.test(node['Node Type']) && !/CTE|Subquery|Work/.test(node['Node Type']));
  const blocks = new Set(['list_blocks', 'list_moves']);
  return {
    rows_read: sum(scans.map(readBy)),
    cte_rows_read: sum(nodes.filter((node) => node['Node Type'] === 'CTE Scan').map(readBy)),
    whole: scans
      .filter(
        (node) => node['Node Type'] === 'Seq Scan' && readBy(node) > 0 && !blocks.has(node['Relation Name'] ?? ''),
      )
      .map((node) => node['Relation Name'] ?? ''),
  };
}

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `'{${value.map(element).join(', ')}}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `'${String(value)}'`;
};

const element = (value: unknown): string => {
  if (value === null) return 'null';
  return `"${(value instanceof Date ? value.toISOString() : String(value)).replaceAll('"', '\\"')}"`;
};
