// The filters of a list. They are kept in the URL, under the parameter names of the public API.
import { useEffect, useId, useState } from 'preact/hooks';
import { Button } from '../../shared/parts/basics.tsx';
import { useApp } from '../desk.tsx';
import { useWords } from '../words.ts';
import { Mark } from './icons.tsx';
import { useQuery } from './page.tsx';
import { COMMON } from './words.ts';

export type Filter =
  | { name: string; label: string; kind: 'text' }
  | { name: string; label: string; kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { name: string; label: string; kind: 'day' };

/** If a filter changes, the list starts again at its first page. */
const FROM_THE_START = { page: null, cursor: null, before: null };

export function Filters({ filters }: { filters: readonly Filter[] }) {
  const words = useWords(COMMON);
  const { go } = useApp();
  const query = useQuery();
  const in_url = JSON.stringify(filters.map(({ name }) => query.get(name)));
  const [typed, setTyped] = useState<Record<string, string>>({});
  useEffect(() => setTyped({}), [in_url]);
  const valueOf = (name: string): string => typed[name] ?? query.get(name);
  const has_any = filters.some(({ name }) => query.get(name) !== '');
  const [is_wide] = useState(() => matchMedia('(min-width: 40rem)').matches);
  return (
    // On a phone the filters are collapsed, unless a filter is set.
    <details class="filter-frame" open={is_wide || has_any}>
      <summary>{words.filters}</summary>
      <form
        class="filters"
        role="search"
        aria-label={words.filters}
        onSubmit={(event) => {
          event.preventDefault();
          go(
            query.href({
              ...FROM_THE_START,
              ...Object.fromEntries(filters.map(({ name }) => [name, valueOf(name).trim()])),
            }),
          );
        }}
      >
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={valueOf(filter.name)}
            onInput={(value) => setTyped({ ...typed, [filter.name]: value })}
            onChoose={(value) => go(query.href({ ...FROM_THE_START, ...typed, [filter.name]: value }))}
          />
        ))}
        <Button type="submit" kind="second">
          {words.apply}
        </Button>
        {has_any && (
          <a
            class="button button-quiet"
            href={query.href({ ...FROM_THE_START, ...Object.fromEntries(filters.map(({ name }) => [name, null])) })}
          >
            {words.clear}
          </a>
        )}
      </form>
    </details>
  );
}

type FieldProps = { filter: Filter; value: string; onInput(value: string): void; onChoose(value: string): void };

function FilterField({ filter, value, onInput, onChoose }: FieldProps) {
  const words = useWords(COMMON);
  const id = useId();
  return (
    <div class={filter.kind === 'day' ? 'field field-day' : 'field'}>
      <label for={id}>{filter.label}</label>
      <div class="box">
        {filter.kind === 'choice' && (
          <span class="after arrow">
            <Mark name="forward" size={14} />
          </span>
        )}
        {filter.kind === 'choice' ? (
          <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
            <option value="">{words.all}</option>
            {filter.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ) : filter.kind === 'day' ? (
          <input
            id={id}
            type="date"
            value={value.slice(0, 10)}
            onInput={(event) => onInput(toTimestamp(filter.name, event.currentTarget.value))}
          />
        ) : (
          <input id={id} type="search" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
        )}
      </div>
    </div>
  );
}

/**
 * Returns a timestamp on the chosen day, in UTC: the end of the day if the name of the filter ends with `__lte`,
 * otherwise the start.
 */
const toTimestamp = (name: string, day: string): string =>
  day === '' ? '' : `${day}T${name.endsWith('__lte') ? '23:59:59' : '00:00:00'}Z`;
