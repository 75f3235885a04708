// Explains a total of an income report: lists the sources that the total adds up. The figure of each source opens the
// proof of that figure.
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { money } from '../../format.ts';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { type Source, sourceName } from './sources.ts';
import { isCounted, type Total } from './totals.ts';
import { WORDS } from './words.ts';

type TotalDialogProps = {
  total: Total;
  title: string;
  amount: string;
  currency: string;
  sources: readonly Source[];
  /** Opens the proof of a source's figure. `at` is the position of the source. */
  onAsk(at: number): void;
  onClose(): void;
};

export function TotalDialog({ total, title, amount, currency, sources, onAsk, onClose }: TotalDialogProps) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const rows = sources.map((source, at) => ({ source, at }));
  const table = (caption: string, shown: typeof rows) =>
    shown.length > 0 && (
      <Table
        caption={caption}
        rows={shown}
        keyOf={({ at }) => String(at)}
        columns={[
          { label: caption, show: ({ source }) => sourceName(source) },
          { label: words.per_month, is_number: true, show: ({ source }) => money(source[total.figure]) },
          {
            label: words.open,
            show: ({ source, at }) => (
              <Button kind="quiet" label={`${words.why}: ${sourceName(source)}`} onClick={() => onAsk(at)}>
                {words.open}
              </Button>
            ),
          },
        ]}
      />
    );
  return (
    <Dialog kind="side" title={title} close_label={common.close} onClose={onClose}>
      <p>
        <strong>{money(amount)}</strong>{' '}
        <span class="soft">{total.months === 1 ? words.adds_up : fill(words.adds_up_year, { months: 12 })}</span>
      </p>
      {table(
        words.counted,
        rows.filter(({ source }) => isCounted(source, currency)),
      )}
      {table(
        words.not_counted,
        rows.filter(({ source }) => !isCounted(source, currency)),
      )}
    </Dialog>
  );
}
