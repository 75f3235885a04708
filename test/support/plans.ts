// What statements cost by the plans the database makes for them: rows, not time.
import type { Db } from '#storage/db.ts';

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

/** `whole`: tables that are read from end to end. */
export type Cost = { rows_read: number; whole: string[] };

/** How many rows the statements of some work touch, in plans made for any value. Each runs twice, so none may write much. */
export async function costOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<Cost> {
  const asked: { sql: string; values: readonly unknown[] }[] = [];
  await work({
    ...db,
    query: (sql, values = []) => {
      asked.push({ sql, values });
      return db.query(sql, values);
    },
  });
  const plans: Plan[] = [];
  for (const [at, { sql, values }] of asked.entries()) {
    await db.transaction(async (tx) => {
      await tx.query(`prepare asked_${at} as ${sql}`);
      const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute asked_${at} (${values.map(literal).join(', ')})`,
      );
      plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
      await tx.query(`deallocate asked_${at}`);
    });
  }
  const scans = plans
    .flatMap(nodesOf)
    .filter((node) => /Scan/.test(node['Node Type']) && !/CTE|Subquery|Work/.test(node['Node Type']));
  const blocks = new Set(['list_blocks', 'list_moves']);
  return {
    rows_read: scans.map(readBy).reduce((sum, rows) => sum + rows, 0),
    whole: scans
      .filter(
        (node) => node['Node Type'] === 'Seq Scan' && readBy(node) > 0 && !blocks.has(node['Relation Name'] ?? ''),
      )
      .map((node) => node['Relation Name'] ?? ''),
  };
}

const literal = (value: unknown): string => {
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return typeof value === 'number' ? String(value) : `'${String(value)}'`;
};
