// Shows a list endpoint of the public API as a page of the console. The filters and the division into list pages are
// those of the endpoint.
import type { JSX } from 'preact';
import { type Column, Table } from '../../shared/parts/table.tsx';
import { useDesk } from '../desk.tsx';
import { useReloadOn } from '../live.ts';
import { type Page, useLoad } from '../load.ts';
import { queryText } from '../router.ts';
import type { LogEvent } from '../stream.ts';
import { useWords } from '../words.ts';
import { type Filter, Filters } from './filters.tsx';
import { Pager, useQuery } from './page.tsx';
import { Show } from './states.tsx';
import { COMMON } from './words.ts';

type ListProps<Row> = {
  caption: string;
  /** The path relative to `/v1/`, for example `orders/`. */
  path: string;
  filters?: readonly Filter[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  hrefOf?(row: Row): string;
  /** Shown if the list is empty and no filter is set. */
  empty: JSX.Element;
  /** Whether an event can change the list. After such an event, the list is read again. */
  isChangedBy?(event: LogEvent): boolean;
};

export function ContractList<Row>(props: ListProps<Row>) {
  const { caption, path, filters = [], columns, keyOf, hrefOf, empty, isChangedBy } = props;
  const { v1 } = useDesk();
  const words = useWords(COMMON);
  const query = useQuery();
  const asked = Object.fromEntries(['page', ...filters.map(({ name }) => name)].map((name) => [name, query.get(name)]));
  const list = useLoad<Page<Row>>(v1(`${path}${queryText(asked)}`));
  const is_filtered = filters.some(({ name }) => query.get(name) !== '');
  return (
    <>
      {filters.length > 0 && <Filters filters={filters} />}
      {isChangedBy !== undefined && <Reload on={isChangedBy} reload={list.reload} />}
      <Show of={list}>
        {({ results, count }) => {
          if (results.length === 0 && !is_filtered) return empty;
          if (results.length === 0) return <p class="soft">{words.nothing_found}</p>;
          return (
            <div class="stack" aria-busy={list.is_loading}>
              <Table
                caption={caption}
                columns={columns}
                rows={results}
                keyOf={keyOf}
                {...(hrefOf !== undefined && { hrefOf })}
              />
              <Pager count={count} />
            </div>
          );
        }}
      </Show>
    </>
  );
}

function Reload({ on, reload }: { on(event: LogEvent): boolean; reload(): void }) {
  useReloadOn(on, reload);
  return null;
}
