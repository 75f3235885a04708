// Tables that become cards on narrow screens. The roles are written out, because a table with another `display` loses
// its own.
import type { ComponentChildren } from 'preact';

export type Column<Row> = {
  label: string;
  show(row: Row): ComponentChildren;
  /** Numbers are aligned at the end of their cell. */
  is_number?: boolean;
  /** Left out between phones and wide screens. */
  is_minor?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The URL that a row opens. The link is in the first cell and covers the row. */
  hrefOf?(row: Row): string;
  /** Marks a row, for example one that has just arrived. */
  toneOf?(row: Row): 'new' | 'bad' | 'chosen' | undefined;
};

export function Table<Row>({ caption, columns, rows, keyOf, hrefOf, toneOf }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class="table" role="table">
        <caption class="only-heard">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label, is_number, is_minor }) => (
              <th role="columnheader" scope="col" key={label} class={classOf(is_number, is_minor)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              role="row"
              key={keyOf(row)}
              data-tone={toneOf?.(row)}
              class={hrefOf === undefined ? undefined : 'opens'}
            >
              {columns.map(({ label, show, is_number, is_minor }, at) => (
                <td role="cell" key={label} data-label={label} class={classOf(is_number, is_minor)}>
                  {at === 0 && hrefOf !== undefined ? (
                    <a class="row-link" href={hrefOf(row)}>
                      {show(row)}
                    </a>
                  ) : (
                    show(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = (is_number: boolean | undefined, is_minor: boolean | undefined): string | undefined =>
  [is_number === true && 'number', is_minor === true && 'minor'].filter(Boolean).join(' ') || undefined;
