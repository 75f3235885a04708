// Search as you type: the field, the results, and keyboard navigation through them.
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../shared/http.ts';
import { SkeletonRows } from '../../shared/parts/basics.tsx';
import { withoutCorrection } from '../../shared/parts/fields.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import { fill } from '../../shared/words.ts';
import { useView } from '../view.tsx';

type SearchProps<Item> = {
  label: string;
  hint?: string;
  /** What the search shows before the user types: the title above the rows, and the maximum number of rows. */
  before_typing?: { title: string; rows_max: number };
  find(query: string, signal: AbortSignal): Promise<Answer<{ results: readonly Item[] }>>;
  row(item: Item): JSX.Element;
};

/** Debounce delay: short enough to feel immediate, long enough not to send a request for every letter. */
const TYPING_MS = 180;
const QUERY_LENGTH_MAX = 128;

export function Search<Item>({ label, hint, before_typing, find, row }: SearchProps<Item>) {
  const { words } = useView();
  const id = useId();
  const [query, setQuery] = useState('');
  const { found: all, is_searching } = useFound(query, find);
  const found = query === '' && before_typing !== undefined ? all?.slice(0, before_typing.rows_max) : all;
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <search class="field">
        <label for={id}>{label}</label>
        <div class="box">
          <span class="before">
            <Icon name="search" size={20} />
          </span>
          <input
            id={id}
            ref={(element) => {
              input.current = element;
              withoutCorrection(element);
            }}
            type="text"
            enterkeyhint="search"
            value={query}
            maxLength={QUERY_LENGTH_MAX}
            autocomplete="off"
            autocapitalize="words"
            spellcheck={false}
            aria-describedby={hint === undefined ? undefined : `${id}-hint`}
            onInput={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
              event.preventDefault();
              list.current?.querySelector('button')?.focus();
            }}
          />
          {query !== '' && (
            <button
              type="button"
              class="icon-button"
              aria-label={words.search_clear}
              onClick={() => {
                setQuery('');
                input.current?.focus();
              }}
            >
              <Icon name="close" size={20} />
            </button>
          )}
        </div>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </search>
      <div class="found" aria-busy={is_searching}>
        {before_typing !== undefined && query === '' && <p class="group-label">{before_typing.title}</p>}
        {found === undefined && <SkeletonRows count={before_typing?.rows_max ?? 5} />}
        {found !== undefined && found.length > 0 && (
          <ul class="rows" ref={list} onKeyDown={(event) => moveFocus(event, input.current)}>
            {found.map((item, at) => (
              <li key={at}>{row(item)}</li>
            ))}
          </ul>
        )}
        {found?.length === 0 && !is_searching && <p class="lead">{fill(words.results_none, { query })}</p>}
      </div>
      <p class="only-heard" role="status">
        {heard(words, found?.length, is_searching)}
      </p>
    </>
  );
}

function heard(words: ReturnType<typeof useView>['words'], count: number | undefined, is_searching: boolean): string {
  if (is_searching || count === undefined) return words.searching;
  return count === 1 ? words.results_one : fill(words.results_count, { count });
}

/** The results of the newest query; late responses to earlier queries are dropped. */
function useFound<Item>(query: string, find: SearchProps<Item>['find']) {
  const [found, setFound] = useState<readonly Item[]>();
  const [is_searching, setSearching] = useState(true);
  const { dispatch } = useView();
  useEffect(() => {
    const own = new AbortController();
    setSearching(true);
    const search = async () => {
      const { value, problem } = await find(query.trim(), own.signal);
      if (own.signal.aborted) return;
      setSearching(false);
      if (problem === undefined) setFound(value.results);
      else dispatch({ type: 'failed', problem });
    };
    const timer = setTimeout(() => void search(), query === '' ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [query]);
  return { found, is_searching };
}

/**
 * Moves the focus between the rows with the arrow keys. From the first row, the up arrow moves the focus to the search
 * field. Home moves the focus to the first row, and End to the last row.
 */
function moveFocus(event: TargetedKeyboardEvent<HTMLUListElement>, input: HTMLInputElement | null): void {
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const to = moves[event.key];
  if (to === undefined || at === -1) return;
  event.preventDefault();
  if (to < 0) input?.focus();
  else rows[Math.min(to, rows.length - 1)]?.focus();
}
