// The request log: the API requests of the client's servers, with their status and duration. Bodies are never stored.
import { Badge, type Tone } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { duration } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Filters } from '../../parts/filters.tsx';
import { Id, Moment, PageHead, useQuery } from '../../parts/page.tsx';
import { Empty, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import type { PageProps } from '../../shell/pages.ts';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Request log',
    lead: 'The requests of your servers in the last seven days: never bodies, never query values.',
    path: 'Path begins with',
    request: 'Request',
    status_class: 'Result',
    request_id: 'Request id',
    took: 'Took',
    key: 'Key',
    at: 'At',
    good: 'Success (2xx)',
    refused: 'Refused (4xx)',
    failed: 'Failed (5xx)',
    empty_title: 'No requests yet',
    empty_text: 'This request would be the first one.',
  },
  {
    title: 'Registro de solicitudes',
    lead: 'Las solicitudes de sus servidores en los últimos siete días: nunca cuerpos ni valores de consulta.',
    path: 'La ruta empieza con',
    request: 'Solicitud',
    status_class: 'Resultado',
    request_id: 'ID de solicitud',
    took: 'Duración',
    key: 'Clave',
    at: 'Momento',
    good: 'Éxito (2xx)',
    refused: 'Rechazadas (4xx)',
    failed: 'Fallidas (5xx)',
    empty_title: 'Aún no hay solicitudes',
    empty_text: 'Esta solicitud sería la primera.',
  },
);

type Logged = {
  request_id: string;
  at: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  key_id: string | null;
};
type LogPage = { next_cursor: string | null; results: readonly Logged[] };

export default function Requests({ rest }: PageProps) {
  const { own, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const query = useQuery();
  const asked = {
    cursor: query.get('cursor'),
    status_class: query.get('status_class'),
    path: query.get('path'),
    request_id: query.get('request_id') || rest[0],
  };
  const log = useLoad<LogPage>(own(`requests/${queryText(asked)}`));
  const is_filtered = Object.values(asked).some((value) => (value ?? '') !== '');
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Filters
        filters={[
          {
            name: 'status_class',
            label: words.status_class,
            kind: 'choice',
            options: [
              { value: '2xx', label: words.good },
              { value: '4xx', label: words.refused },
              { value: '5xx', label: words.failed },
            ],
          },
          { name: 'path', label: words.path, kind: 'text' },
          { name: 'request_id', label: words.request_id, kind: 'text' },
        ]}
      />
      <Show of={log}>
        {({ results, next_cursor }) =>
          results.length === 0 && !is_filtered ? (
            <Empty title={words.empty_title} text={words.empty_text} curl={{ path: 'orders/' }} />
          ) : (
            <>
              {results.length === 0 ? (
                <p class="soft">{common.nothing_found}</p>
              ) : (
                <Table
                  caption={words.title}
                  rows={results}
                  keyOf={({ request_id }) => request_id}
                  columns={[
                    {
                      label: words.request,
                      show: ({ method, path }) => (
                        <code class="mono">
                          <strong>{method}</strong> {path}
                        </code>
                      ),
                    },
                    { label: common.status, show: ({ status }) => <Badge tone={toneFor(status)}>{status}</Badge> },
                    { label: words.took, is_number: true, show: ({ duration_ms }) => duration(duration_ms) },
                    { label: words.request_id, is_minor: true, show: ({ request_id }) => <Id id={request_id} /> },
                    { label: words.key, is_minor: true, show: ({ key_id }) => <Id id={key_id} href={to(['keys'])} /> },
                    { label: words.at, show: ({ at }) => <Moment at={at} /> },
                  ]}
                />
              )}
              <nav class="pager" aria-label={common.page_of}>
                <span />
                <span class="line">
                  {asked.cursor !== '' && <a href={query.href({ cursor: null })}>{common.newer}</a>}
                  {next_cursor !== null && <a href={query.href({ cursor: next_cursor })}>{common.older}</a>}
                </span>
              </nav>
            </>
          )
        }
      </Show>
    </>
  );
}

const toneFor = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad');
