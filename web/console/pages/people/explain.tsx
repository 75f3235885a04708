// Explains a figure of an income report: the rule, the inputs of the rule, and the transactions that prove the figure.
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { day, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Json, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import type { Source } from './insights.tsx';
import { CALENDAR_WORDS } from './kinds.ts';
import { REASON_WORDS, RULE_WORDS } from './rule-words.ts';
import { WORDS } from './words.ts';

type Explanation = {
  engine_version: string;
  sources: readonly {
    figures: Record<string, { value: unknown; rule: string; inputs: Record<string, unknown> }>;
    calendar: { model: string; anchor: string };
    category: { value: string; rule: string };
    transactions: readonly string[];
  }[];
  rejected: readonly { transaction_id: string; amount: string; reason: string }[];
};

type WhyProps = { path: string; at: number; figure: string; name: string; source: Source; onClose(): void };

export function Why({ path, at, figure, name, source, onClose }: WhyProps) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const calendars = useWords(CALENDAR_WORDS);
  const rules = useWords(RULE_WORDS);
  const reasons = useWords(REASON_WORDS);
  const locale = useLocale();
  const explained = useLoad<Explanation>(v1(path));
  const deposits = source.historical_summary.flatMap(({ transactions }) => transactions);
  return (
    <Dialog
      kind="side"
      title={fill(words.why_of, { figure: name, source: source.income_description })}
      close_label={common.close}
      onClose={onClose}
    >
      <Show of={explained}>
        {({ sources, rejected, engine_version }) => {
          const one = sources[at];
          const reason = one?.figures[figure];
          if (one === undefined || reason === undefined) return <p class="soft">{words.no_data}</p>;
          const used = new Set(idsIn(reason.inputs));
          const proof = deposits.filter(({ transaction_id }) => used.size === 0 || used.has(transaction_id));
          return (
            <>
              <Facts
                facts={[
                  [words.value, typeof reason.value === 'string' ? money(reason.value) : '–'],
                  [words.rule, wordFor(rules, reason.rule)],
                  [words.calendar, wordFor(calendars, one.calendar.model)],
                  [words.anchor, one.calendar.anchor],
                ]}
              />
              <Table
                caption={words.proof}
                rows={proof}
                keyOf={({ transaction_id }) => transaction_id}
                columns={[
                  { label: words.proof, show: ({ description }) => description },
                  { label: words.date, show: ({ date }) => day(locale, date) },
                  { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
                ]}
              />
              <Json label={words.inputs} value={reason.inputs} />
              {rejected.length > 0 && (
                <details class="more">
                  <summary>
                    {words.rejected} ({rejected.length})
                  </summary>
                  <Table
                    caption={words.rejected}
                    rows={rejected}
                    keyOf={({ transaction_id }) => transaction_id}
                    columns={[
                      { label: words.reason, show: (credit) => wordFor(reasons, credit.reason) },
                      { label: words.amount, is_number: true, show: (credit) => money(credit.amount) },
                    ]}
                  />
                </details>
              )}
              <p class="soft small">{engine_version}</p>
            </>
          );
        }}
      </Show>
    </Dialog>
  );
}

/** All transaction ids among the inputs of a figure. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[0-9a-f]{32}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
