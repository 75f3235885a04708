// The catalogue of companies: how many there are, and the import of a file.
import { useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { Moment } from '../../parts/page.tsx';
import { problemText } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords } from '../../words.ts';
import { CommandBlock } from './settings.tsx';
import { type Operation, WORDS } from './words.ts';

/**
 * The same limit as in `domain/console/operating.ts`. It is repeated here, because that module is not part of the
 * page's code.
 */
const FILE_BYTES_MAX = 32 * 1_048_576;

type Report = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  faults: readonly { line: number; message: string }[];
  ignored_columns: readonly string[];
  unknown_providers: readonly string[];
};
/** One line of the server's answer. The last line has the report, or says that the import failed. */
type Line = { progress?: { rows: number; share: number }; report?: Report; is_failed?: true };

type State =
  | { kind: 'idle' }
  | { kind: 'running'; rows: number; share: number }
  | { kind: 'done'; report: Report }
  | { kind: 'broken' }
  | { kind: 'too_large'; name: string }
  | { kind: 'refused'; problem: Problem };

export function CompaniesCard({ operation, onChanged }: { operation: Operation; onChanged(): void }) {
  const { may, place } = useDesk();
  const words = useWords(WORDS);
  const locale = useLocale();
  const { companies, client } = operation;
  const command = `npx vouch companies import companies.csv --env ${place.environment}`;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.companies}</h2>
        <strong>
          {count(locale, companies.count)}
          {companies.is_more && '+'}
        </strong>
      </div>
      <p class="soft">
        {companies.count === 0 ? words.companies_none : words.companies_text}{' '}
        {companies.last_added_at !== null && (
          <>
            {words.last_added}: <Moment at={companies.last_added_at} />
          </>
        )}
      </p>
      {may('administration', 'write') && client.is_operator && <ImportForm onChanged={onChanged} />}
      {!client.is_operator && <p class="soft">{words.operator_only}</p>}
      {(!client.is_operator || companies.count === 0) && <CommandBlock text={command} />}
    </section>
  );
}

function ImportForm({ onChanged }: { onChanged(): void }) {
  const { http, own, say } = useDesk();
  const words = useWords(WORDS);
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const is_running = state.kind === 'running';
  const run = async (): Promise<void> => {
    const file = input.current?.files?.[0];
    if (file === undefined) return input.current?.focus();
    if (file.size > FILE_BYTES_MAX) return setState({ kind: 'too_large', name: file.name });
    setState({ kind: 'running', rows: 0, share: 0 });
    const reports: Report[] = [];
    const { problem } = await http.upload(own('operations/companies/'), file, 'text/csv', (line) => {
      const { progress, report } = line as Line;
      if (progress !== undefined) setState({ kind: 'running', ...progress });
      if (report !== undefined) reports.push(report);
    });
    const [report] = reports;
    if (problem !== undefined) setState({ kind: 'refused', problem });
    else setState(report === undefined ? { kind: 'broken' } : { kind: 'done', report });
    if (report !== undefined) say({ text: words.ended });
    onChanged();
  };
  return (
    <>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_running) void run();
        }}
      >
        <div class="field">
          <label for="company-file">{words.file}</label>
          <input
            id="company-file"
            ref={input}
            type="file"
            accept=".csv,text/csv"
            aria-describedby="company-file-hint"
          />
          <p class="hint" id="company-file-hint">
            {words.file_hint}
          </p>
        </div>
        <div class="line">
          <Button type="submit" is_busy={is_running}>
            {is_running ? words.importing : words.import}
          </Button>
          {is_running && (
            <>
              <progress max={1} value={state.share} aria-label={words.importing} />
              <span class="soft" role="status">
                {fill(words.imported_rows, { count: count(locale, state.rows) })}
              </span>
            </>
          )}
        </div>
      </form>
      <Outcome state={state} />
    </>
  );
}

function Outcome({ state }: { state: State }) {
  const { place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  if (state.kind === 'done') return <Result report={state.report} />;
  if (state.kind === 'broken') return <Notice>{words.import_failed}</Notice>;
  if (state.kind === 'too_large') {
    return (
      <>
        <Notice tone="warn">{words.file_too_large}</Notice>
        <CommandBlock text={`npx vouch companies import "${state.name}" --env ${place.environment}`} />
      </>
    );
  }
  if (state.kind !== 'refused') return null;
  const { problem } = state;
  // If the connection breaks, some rows of the file may already be stored.
  if (problem.status === 0) return <Notice>{words.import_failed}</Notice>;
  return <Notice>{problem.status === 503 ? words.import_busy : problemText(common, problem)}</Notice>;
}

function Result({ report }: { report: Report }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const { rows, created, updated, unchanged, refused, faults, ignored_columns, unknown_providers } = report;
  const shown = Object.entries({ rows, created, updated, unchanged, refused }).map(([name, value]) => [
    name,
    count(locale, value),
  ]);
  return (
    <div class="stack" role="status" aria-label={words.result}>
      <Notice tone={refused > 0 ? 'warn' : 'calm'}>{fill(words.result_counts, Object.fromEntries(shown))}</Notice>
      {ignored_columns.length > 0 && <p class="soft">{fill(words.ignored, { names: ignored_columns.join(', ') })}</p>}
      {unknown_providers.length > 0 && (
        <p class="soft">{fill(words.unknown_providers, { names: unknown_providers.join(', ') })}</p>
      )}
      {faults.length > 0 && (
        <Table
          caption={words.result}
          rows={faults}
          keyOf={({ line }) => String(line)}
          columns={[
            { label: words.line, show: ({ line }) => line },
            { label: words.fault, show: ({ message }) => message },
          ]}
        />
      )}
      {refused > faults.length && (
        <p class="soft">{fill(words.more_faults, { count: count(locale, refused - faults.length) })}</p>
      )}
    </div>
  );
}
