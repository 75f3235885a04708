// Reviews of documents that look altered: the data of the document, the signs of alteration, and the decision with a
// note.
import { useEffect, useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { TextArea } from '../../../shared/parts/fields.tsx';
import { Badge, Facts, Key, type Tone } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { type Page, useLoad } from '../../load.ts';
import { ContractList } from '../../parts/contract-list.tsx';
import { PageHead, PersonId } from '../../parts/page.tsx';
import { Empty, FormProblem, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import type { PageProps } from '../../shell/pages.ts';
import { inBoth, useWords, wordFor } from '../../words.ts';
import { SendSample } from './sample.tsx';

const WORDS = inBoth(
  {
    title: 'Document reviews',
    lead: 'Documents that look altered wait here for a person.',
    document: 'Document',
    person: 'Person',
    signs: 'Signs',
    sign: 'Sign',
    severity: 'Severity',
    page: 'Page',
    review_status: 'Review',
    pending: 'Waiting',
    cleared: 'Cleared',
    confirmed: 'Confirmed as altered',
    not_required: 'Not needed',
    empty_title: 'No document needs a review',
    empty_text: 'A document with a strong sign of alteration appears here. In the sandbox, send a sample document.',
    fields: 'What was read',
    field: 'Field',
    value: 'Value',
    decide: 'Your decision',
    note: 'Note: why',
    clear: 'Clear',
    confirm: 'Confirm as altered',
    decided: 'The decision was saved.',
    file: 'Open the file',
    keys: 'With the keyboard:',
    key_clear: 'clear',
    key_confirm: 'confirm as altered',
    key_note: 'to the note',
    need_note: 'Write a note first: it says why you decided so.',
  },
  {
    title: 'Revisión de documentos',
    lead: 'Los documentos que parecen alterados esperan aquí a una persona.',
    document: 'Documento',
    person: 'Persona',
    signs: 'Señales',
    sign: 'Señal',
    severity: 'Gravedad',
    page: 'Página',
    review_status: 'Revisión',
    pending: 'En espera',
    cleared: 'Aprobado',
    confirmed: 'Alteración confirmada',
    not_required: 'No hace falta',
    empty_title: 'Ningún documento necesita revisión',
    empty_text:
      'Un documento con una señal fuerte de alteración aparece aquí. En pruebas, envíe un documento de ejemplo.',
    fields: 'Lo que se leyó',
    field: 'Campo',
    value: 'Valor',
    decide: 'Su decisión',
    note: 'Nota: por qué',
    clear: 'Aprobar',
    confirm: 'Confirmar alteración',
    decided: 'La decisión se guardó.',
    file: 'Abrir el archivo',
    keys: 'Con el teclado:',
    key_clear: 'aprobar',
    key_confirm: 'confirmar alteración',
    key_note: 'a la nota',
    need_note: 'Escriba primero una nota: dice por qué decidió así.',
  },
);

type Signal = { code: string; severity: 'low' | 'medium' | 'high'; page: number | null; message: string };

type Reviewed = {
  document_id: string;
  collection_id: string;
  document_type: string;
  pages: readonly number[];
  user_id: string | null;
  review_status: string;
  fraud_signals: readonly Signal[];
  fields: Record<string, unknown>;
  file: string | null;
};

const STATUSES = ['pending', 'cleared', 'confirmed'] as const;
const TONES: Readonly<Record<string, Tone>> = { pending: 'warn', cleared: 'good', confirmed: 'bad' };
const SEVERITIES: Record<Signal['severity'], Tone> = { low: 'calm', medium: 'warn', high: 'bad' };

export default function Reviews({ rest }: PageProps) {
  const [id] = rest;
  return id === undefined ? <ReviewList /> : <Review key={id} id={id} />;
}

function ReviewList() {
  const { to } = useDesk();
  const words = useWords(WORDS);
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <SendSample />
      </PageHead>
      <ContractList<Reviewed>
        caption={words.title}
        path="documents/reviews/"
        filters={[
          {
            name: 'review_status',
            label: words.review_status,
            kind: 'choice',
            options: STATUSES.map((value) => ({ value, label: words[value] })),
          },
        ]}
        keyOf={({ document_id }) => document_id}
        hrefOf={({ document_id }) => to(['reviews', document_id])}
        columns={[
          { label: words.document, show: ({ document_type }) => wordFor({}, document_type) },
          {
            label: words.person,
            show: ({ user_id }) => (
              <span class="above">
                <PersonId id={user_id} />
              </span>
            ),
          },
          {
            label: words.signs,
            show: ({ fraud_signals }) => fraud_signals.map(({ code }) => wordFor({}, code)).join(', '),
          },
          {
            label: words.review_status,
            show: ({ review_status }) => (
              <Badge tone={TONES[review_status] ?? 'calm'}>{wordFor(words, review_status)}</Badge>
            ),
          },
        ]}
        empty={<Empty title={words.empty_title} text={words.empty_text} />}
      />
    </>
  );
}

function Review({ id }: { id: string }) {
  const { v1, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const list = useLoad<Page<Reviewed>>(v1('documents/reviews/?page_size=100'));
  return (
    <Show of={list}>
      {({ results }) => {
        const document = results.find(({ document_id }) => document_id === id);
        if (document === undefined) return <PageHead title={common.fails_missing} />;
        return (
          <>
            <PageHead
              title={wordFor({}, document.document_type)}
              lead={
                <Badge tone={TONES[document.review_status] ?? 'calm'}>{wordFor(words, document.review_status)}</Badge>
              }
              crumbs={[{ label: words.title, href: to(['reviews']) }]}
            >
              {document.file !== null && (
                <a class="button button-second" href={document.file} target="_blank" rel="noopener noreferrer">
                  {words.file}
                </a>
              )}
            </PageHead>
            <section class="card">
              <h2>{words.signs}</h2>
              <Table
                caption={words.signs}
                rows={document.fraud_signals}
                keyOf={({ code, page }) => `${code} ${page}`}
                columns={[
                  { label: words.sign, show: ({ message }) => message },
                  {
                    label: words.severity,
                    show: ({ severity }) => <Badge tone={SEVERITIES[severity]}>{severity}</Badge>,
                  },
                  { label: words.page, is_number: true, show: ({ page }) => page ?? '–' },
                ]}
              />
            </section>
            {document.review_status === 'pending' && <Decide document={document} onDone={list.reload} />}
            <section class="card">
              <h2>{words.fields}</h2>
              <Facts
                facts={[
                  [words.person, <PersonId id={document.user_id} />],
                  ...Object.entries(document.fields).map(
                    ([name, value]) =>
                      [wordFor({}, name), typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
                  ),
                ]}
              />
            </section>
          </>
        );
      }}
    </Show>
  );
}

function Decide({ document: reviewed, onDone }: { document: Reviewed; onDone(): void }) {
  const { http, v1, say, may } = useDesk();
  const words = useWords(WORDS);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_asked, setAsked] = useState(false);
  const may_write = may('reviews', 'write');
  const decide = async (review_status: 'cleared' | 'confirmed'): Promise<void> => {
    setAsked(true);
    if (note.trim() === '') {
      focusNote();
      return;
    }
    const answer = await http.send('POST', v1(`documents/${reviewed.document_id}/review/`), {
      review_status,
      note: note.trim(),
    });
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    say({ text: words.decided });
    onDone();
  };
  useEffect(() => {
    if (!may_write) return;
    const onKey = (event: KeyboardEvent): void => {
      const is_typing = event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'c') void decide('cleared');
      if (event.key === 'x') void decide('confirmed');
      if (event.key === 'n') {
        event.preventDefault();
        focusNote();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  if (!may_write) return null;
  return (
    <section class="card" id="decide">
      <h2>{words.decide}</h2>
      <TextArea label={words.note} value={note} length_max={2000} onInput={setNote} />
      {is_asked && note.trim() === '' && <Notice tone="warn">{words.need_note}</Notice>}
      <FormProblem problem={problem} />
      <div class="form-end">
        <Button kind="second" onClick={() => void decide('confirmed')}>
          {words.confirm}
        </Button>
        <Button onClick={() => void decide('cleared')}>{words.clear}</Button>
      </div>
      <p class="soft small line">
        {words.keys} <Key>n</Key> {words.key_note} <Key>c</Key> {words.key_clear} <Key>x</Key> {words.key_confirm}
      </p>
    </section>
  );
}

const focusNote = (): void => document.querySelector<HTMLElement>('#decide textarea')?.focus();
