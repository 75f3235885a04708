// Explains a figure of an income report: the rule, the inputs of the rule, and the transactions that prove the figure.
import { Button } from '../../../shared/parts/basics.tsx';
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
import { type FigureName, figureLabel, figureText } from './figures.ts';
import { CALENDAR_WORDS } from './kinds.ts';
import { type Figures, proofOf } from './proof.ts';
import { REASON_WORDS, RULE_WORDS } from './rule-words.ts';
import type { Source } from './sources.ts';
import { WORDS } from './words.ts';

type Explanation = {
  engine_version: string;
  sources: readonly { figures: Figures; calendar: { model: string; anchor: string } }[];
  rejected: readonly { transaction_id: string; amount: string; reason: string }[];
};

type WhyProps = {
  path: string;
  at: number;
  figure: FigureName;
  source: Source;
  /** Opens another figure of the same source. */
  onAsk(figure: FigureName): void;
  onClose(): void;
};

export function Why({ path, at, figure, source, onAsk, onClose }: WhyProps) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const calendars = useWords(CALENDAR_WORDS);
  const rules = useWords(RULE_WORDS);
  const reasons = useWords(REASON_WORDS);
  const locale = useLocale();
  const explained = useLoad<Explanation>(v1(path));
  return (
    <Dialog
      kind="side"
      title={fill(words.why_of, { figure: figureLabel(words, figure), source: source.income_description })}
      close_label={common.close}
      onClose={onClose}
    >
      <Show of={explained}>
        {({ sources, rejected, engine_version }) => {
          const one = sources[at];
          const reason = one?.figures[figure];
          if (one === undefined || reason === undefined) return <p class="soft">{words.no_data}</p>;
          return (
            <>
              <Facts
                facts={[
                  [words.value, figureText(words, locale, figure, reason.value)],
                  [words.rule, wordFor(rules, reason.rule)],
                  [words.calendar, wordFor(calendars, one.calendar.model)],
                  [words.anchor, one.calendar.anchor],
                ]}
              />
              <ProofTables figure={figure} figures={one.figures} source={source} onAsk={onAsk} />
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

type ProofProps = { figure: FigureName; figures: Figures; source: Source; onAsk(figure: FigureName): void };

/**
 * Lists the figures and the deposits from which a figure is computed, and the deposits that the figure's rule left out.
 */
function ProofTables({ figure, figures, source, onAsk }: ProofProps) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const proof = proofOf(figure, figures);
  const deposits = source.historical_summary.flatMap(({ transactions }) => transactions);
  const table = (caption: string, ids: ReadonlySet<string>) => {
    const rows = deposits.filter(({ transaction_id }) => ids.has(transaction_id));
    if (rows.length === 0) return null;
    return (
      <Table
        caption={caption}
        rows={rows}
        keyOf={({ transaction_id }) => transaction_id}
        columns={[
          { label: caption, show: ({ description }) => description },
          { label: words.date, show: ({ date }) => day(locale, date) },
          { label: words.amount, is_number: true, show: ({ amount }) => money(amount) },
        ]}
      />
    );
  };
  const used = proof.figures.filter((name): name is FigureName => figureLabel(words, name) !== '');
  return (
    <>
      {used.length > 0 && (
        <div class="line">
          <span class="soft small">{words.computed_from}</span>
          {used.map((name) => (
            <Button key={name} kind="second" is_small onClick={() => onAsk(name)}>
              {figureLabel(words, name)}
            </Button>
          ))}
        </div>
      )}
      {table(words.proof, proof.counted) ?? <p class="soft">{words.no_proof}</p>}
      {table(words.left_out, proof.left_out)}
    </>
  );
}
