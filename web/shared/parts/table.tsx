// Tables that become cards on narrow screens. A table cell without a value shows a dash; a card leaves the value out.
// The ARIA roles are set explicitly, because a table element loses its built-in roles if CSS changes its `display`.
import type { ComponentChildren } from 'preact';
import { Nothing } from './marks.tsx';

export type Column<Row> = {
  label: string;
  show(row: Row): ComponentChildren;
  /** True for a column of numbers, which are aligned at the end of their cells. */
  is_number?: boolean;
  /**
   * True for a column that is hidden on screens of medium width. On phones the table becomes cards, which show the
   * column.
   */
  is_minor?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The URL that a click on a row opens. The link is in the first cell and covers the whole row. */
  hrefOf?(row: Row): string;
  /** Marks a row, for example a row that has just arrived. */
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
                    (show(row) ?? <Nothing />)
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
