// The audit log: who viewed or changed which data, when, from which address, and for which purpose.
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { type Page, useLoad } from '../../load.ts';
import { Chosen, useChosen } from '../../parts/chosen.tsx';
import { Filters } from '../../parts/filters.tsx';
import { Moment, PageHead, Pager, useQuery } from '../../parts/page.tsx';
import { Empty, Json, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';
import { actionChoices, actionText } from './actions.ts';

const WORDS = inBoth(
  {
    title: 'Audit log',
    lead: 'Who saw or changed what, when, from where and why. The entries are a chain of hashes: none can be changed unnoticed.',
    export: 'Export',
    who: 'Who',
    what: 'Action',
    object: 'Object',
    when: 'When',
    where: 'From',
    why: 'Purpose',
    hash: 'Hash',
    before: 'Before',
    after: 'After',
    number: 'Number',
    empty_title: 'Nothing is recorded yet',
    empty_text: 'Every change in the console, and every look at a person’s data, appears here.',
    operation: 'Operation',
    underwriting: 'Underwriting',
    support: 'Support',
    dispute: 'Dispute',
    audit: 'Audit',
    verify: 'An operator verifies the chain with: vouch audit verify',
  },
  {
    title: 'Auditoría',
    lead: 'Quién vio o cambió qué, cuándo, desde dónde y por qué. Las entradas forman una cadena de hashes: ninguna se puede cambiar sin que se note.',
    export: 'Exportar',
    who: 'Quién',
    what: 'Acción',
    object: 'Objeto',
    when: 'Cuándo',
    where: 'Desde',
    why: 'Propósito',
    hash: 'Hash',
    before: 'Antes',
    after: 'Después',
    number: 'Número',
    empty_title: 'Aún no hay nada registrado',
    empty_text: 'Cada cambio en la consola, y cada consulta de los datos de una persona, aparece aquí.',
    operation: 'Operación',
    underwriting: 'Evaluación de crédito',
    support: 'Soporte',
    dispute: 'Disputa',
    audit: 'Auditoría',
    verify: 'Un operador verifica la cadena con: vouch audit verify',
  },
);

type Entry = {
  number: number;
  at: string;
  actor: { user_id: string; email: string };
  ip: string;
  action: string;
  object: string;
  purpose: string | null;
  before: unknown;
  after: unknown;
  hash: string;
};

/** In the table, an id is shortened so that a row fits on one line. The details of an entry show the whole id. */
const withShortIds = (object: string): string => object.replaceAll(/\b([0-9a-f]{8})[0-9a-f]{24}\b/g, '$1');

export default function Audit() {
  const { own, http, go } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const locale = useLocale();
  const query = useQuery();
  const names = ['actor', 'action', 'object', 'created_at__gte', 'created_at__lte'];
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name)]));
  const is_filtered = Object.values(filters).some((value) => value !== '');
  const log = useLoad<Page<Entry>>(own(`audit/${queryText({ ...filters, page: query.get('page') })}`));
  const entry = query.get('entry');
  const chosen = useChosen({
    id: entry,
    listed: log.value?.results,
    isChosen: ({ number }: Entry) => String(number) === entry,
    path: own(`audit/${encodeURIComponent(entry)}/`),
  });
  const close = (): void => go(query.href({ entry: null }));
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <a class="button button-second" download href={http.url(own(`audit/export/${queryText(filters)}`))}>
          {words.export}
        </a>
      </PageHead>
      <Filters
        filters={[
          { name: 'actor', label: words.who, kind: 'text' },
          { name: 'action', label: words.what, kind: 'choice', options: actionChoices(locale) },
          { name: 'object', label: words.object, kind: 'text' },
          { name: 'created_at__gte', label: common.from, kind: 'day' },
          { name: 'created_at__lte', label: common.to, kind: 'day' },
        ]}
      />
      <Show of={log}>
        {({ results, count }) =>
          results.length === 0 ? (
            is_filtered ? (
              <p class="soft">{common.nothing_found}</p>
            ) : (
              <Empty title={words.empty_title} text={words.empty_text} />
            )
          ) : (
            <>
              <Table
                caption={words.title}
                rows={results}
                keyOf={({ number }) => String(number)}
                hrefOf={({ number }) => query.href({ entry: number })}
                columns={[
                  { label: words.what, show: ({ action }) => actionText(locale, action) },
                  { label: words.who, show: ({ actor }) => <span class="whole">{actor.email}</span> },
                  {
                    label: words.object,
                    is_minor: true,
                    show: ({ object }) => (
                      <code class="mono" title={object}>
                        {withShortIds(object)}
                      </code>
                    ),
                  },
                  {
                    label: words.why,
                    show: ({ purpose }) => purpose && <span class="whole">{wordFor(words, purpose)}</span>,
                  },
                  { label: words.when, show: ({ at }) => <Moment at={at} /> },
                ]}
              />
              <Pager count={count} />
            </>
          )
        }
      </Show>
      <p class="soft small">{words.verify}</p>
      <Chosen of={chosen} onClose={close}>
        {(shown) => (
          <Dialog kind="side" title={actionText(locale, shown.action)} close_label={common.close} onClose={close}>
            <Facts
              facts={[
                [words.number, shown.number],
                [words.who, shown.actor.email],
                [words.when, <Moment at={shown.at} />],
                [words.where, shown.ip],
                [words.why, shown.purpose === null ? null : wordFor(words, shown.purpose)],
                [words.operation, <code class="mono">{shown.action}</code>],
                [words.object, <code class="mono">{shown.object}</code>],
                [words.hash, <code class="mono">{shown.hash}</code>],
              ]}
            />
            {shown.before !== null && <Json label={words.before} value={shown.before} />}
            {shown.after !== null && <Json label={words.after} value={shown.after} />}
          </Dialog>
        )}
      </Chosen>
    </>
  );
}
