// The parts of a list whose rows are counted per block (list-blocks.ts). A part contains all rows that have the same
// value of a counted filter, or the same two values of a counted pair of filters. The names of a row's parts are needed
// both in SQL, which counts blocks, and in TypeScript, which notes some changed rows. So this file forms the names in
// both.
import type { List } from './list-sql.ts';

/** The filters of each kind of part: every counted filter alone, and both filters of every counted pair. */
const kindsOf = ({ filters, counted_pairs = [] }: List): (readonly string[])[] => [
  ...Object.keys(filters)
    .filter((name) => filters[name]?.is_counted)
    .map((name) => [name]),
  ...counted_pairs,
];

/** No stored value of a counted filter contains a space, so a name belongs to one part only. */
const nameOf = (filters: readonly string[], values: readonly string[]): string =>
  `${filters.join(' ')}=${values.join(' ')}`;

/** Returns the name of the part of the list that contains the rows with this value of the filter. */
export const partOf = (filter: string, value: string): string => nameOf([filter], [value]);

/** Returns the name of the part that contains the rows with all these values of filters; undefined if there is none. */
export function partWith(list: List, values: ReadonlyMap<string, unknown>): string | undefined {
  const kind = kindsOf(list).find((kind) => kind.length === values.size && kind.every((filter) => values.has(filter)));
  return (
    kind &&
    nameOf(
      kind,
      kind.map((filter) => String(values.get(filter))),
    )
  );
}

/**
 * Returns the names of all parts that contain the row. `row` has the columns of the counted filters. If `changed` is
 * given, only the parts with this filter are returned.
 */
export const partsOf = (list: List, row: { readonly [column: string]: unknown }, changed?: string): string[] =>
  kindsOf(list)
    .filter((kind) => changed === undefined || kind.includes(changed))
    .flatMap((kind) =>
      kind
        .map((filter) => valuesOf(list, filter, row))
        .reduce<string[][]>(
          (chosen, values) => chosen.flatMap((so_far) => values.map((value) => [...so_far, value])),
          [[]],
        )
        .map((values) => nameOf(kind, values)),
    );

function valuesOf(list: List, filter: string, row: { readonly [column: string]: unknown }): string[] {
  const { column = '', items } = list.filters[filter] ?? {};
  const values = items === undefined ? [row[column]] : row[column];
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string'))
    throw new Error(`a row of ${list.name} has no valid value for ${column}`);
  return [...new Set<string>(values)];
}

/**
 * The SQL that does the same as `partsOf`: it selects the names of the row's parts as `part`. `row` is the alias of the
 * row.
 */
export const partsSql = (list: List, row: string, changed?: string): string =>
  kindsOf(list)
    .filter((kind) => changed === undefined || kind.includes(changed))
    .map(
      (kind) =>
        `select '${nameOf(kind, [])}' || ${kind.map((_, at) => `value_${at}`).join(` || ' ' || `)} as part
         from ${kind.map((filter, at) => valuesSql(list, filter, row, `value_${at}`)).join(' cross join ')}`,
    )
    .join(' union all ');

function valuesSql(list: List, filter: string, row: string, name: string): string {
  const { column, items } = list.filters[filter] ?? {};
  if (items === undefined) return `(select ${row}.${column} as ${name}) as of_${name}`;
  const array = `array[${items.map((item) => `'${item}'`).join(', ')}]`;
  return `(select ${name} from unnest(${array}) as ${name} where ${name} = any(${row}.${column})) as of_${name}`;
}
