// How long each kind of data is kept and why, and when housekeeping last removed some of it.
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { count } from '../../format.ts';
import { Moment } from '../../parts/page.tsx';
import { CurlBlock } from '../../parts/states.tsx';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { KINDS, type Operation, REASONS, WORDS } from './words.ts';

export function RetentionCard({ operation: { retention } }: { operation: Operation }) {
  const words = useWords(WORDS);
  const kinds = useWords(KINDS);
  const reasons = useWords(REASONS);
  const locale = useLocale();
  const keptText = (what: string, days: number | null): string => {
    if (days === null) return what === 'people' ? words.until_erased : words.always;
    return days === 1 ? words.day : fill(words.days, { days: count(locale, days) });
  };
  return (
    <section class="card">
      <h2>{words.retention}</h2>
      <p class="soft">{words.retention_text}</p>
      <Table
        caption={words.retention}
        rows={retention}
        keyOf={({ what }) => what}
        columns={[
          { label: words.kind, show: ({ what }) => wordFor(kinds, what) },
          { label: words.kept, show: ({ what, days }) => keptText(what, days) },
          { label: words.why, is_minor: true, show: ({ what }) => <span class="soft">{wordFor(reasons, what)}</span> },
          {
            label: words.last_removed,
            show: ({ days, last_removed_at, rows_removed }) => {
              if (days === null) return '–';
              if (last_removed_at === null) return <span class="soft">{words.nothing_removed}</span>;
              return (
                <span>
                  <Moment at={last_removed_at} />
                  <br />
                  <span class="soft small">{fill(words.rows, { count: count(locale, rows_removed) })}</span>
                </span>
              );
            },
          },
        ]}
      />
      <p class="soft">{words.retention_erase}</p>
      <CurlBlock method="DELETE" path="users/$USER_ID/" />
    </section>
  );
}
