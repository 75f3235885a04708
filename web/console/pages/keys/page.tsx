// API keys: create (the secret is shown once), rotate, deactivate.
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { CodeBlock, CopyButton } from '../../../shared/parts/code-block.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { SERVER_URL } from '../../../shared/server.ts';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment, PageHead } from '../../parts/page.tsx';
import { problemText, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { openReference } from '../../reference.ts';
import type { PageProps } from '../../shell/pages.ts';
import { useWords } from '../../words.ts';
import { WORDS } from './words.ts';

type Key = {
  id: string;
  is_active: boolean;
  masked_secret: string;
  created_at: string;
  last_used_at: string | null;
  deactivated_at: string | null;
};
type NewKey = Key & { client_id: string; access_secret: string };

/** The maximum number of active keys in an environment. */
const ACTIVE_MAX = 2;

export default function Keys({ rest }: PageProps) {
  const desk = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const keys = useLoad<{ results: readonly Key[] }>(desk.own('keys/'));
  const [made, setMade] = useState<NewKey>();
  const [ending, setEnding] = useState<Key>();
  const [is_busy, setBusy] = useState(false);
  const may_write = desk.may('development', 'write');
  const active = keys.value?.results.filter(({ is_active }) => is_active) ?? [];
  const create = async (): Promise<void> => {
    setBusy(true);
    const answer = await desk.http.send<NewKey>('POST', desk.v1('keys/'), {});
    setBusy(false);
    if (answer.problem === undefined) setMade(answer.value);
    else desk.say({ text: problemText(common, answer.problem), tone: 'bad' });
    keys.reload();
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {may_write && (
          <Button
            is_busy={is_busy}
            is_disabled={active.length >= ACTIVE_MAX}
            described_by="two-keys"
            onClick={() => void create()}
          >
            {active.length === 0 ? words.create : words.rotate}
          </Button>
        )}
      </PageHead>
      <section class="card">
        <h2>{words.client_id}</h2>
        <div class="secret">
          <span>{desk.place.client_id}</span>
          <CopyButton text={desk.place.client_id} labels={common} name={words.client_id} />
        </div>
        <p class="soft small" id="two-keys">
          {words.two} {active.length >= ACTIVE_MAX && words.both_used}
        </p>
      </section>
      <Show of={keys}>
        {({ results }) => (
          <Table
            caption={words.title}
            rows={results}
            keyOf={({ id }) => id}
            toneOf={({ id }) => (id === rest[0] ? 'chosen' : undefined)}
            columns={[
              { label: words.secret, show: ({ masked_secret }) => <code class="mono">{shorter(masked_secret)}</code> },
              {
                label: common.status,
                show: ({ is_active }) => (
                  <Badge tone={is_active ? 'good' : 'calm'}>{is_active ? words.active : words.inactive}</Badge>
                ),
              },
              { label: common.created, show: ({ created_at }) => <Moment at={created_at} /> },
              {
                label: words.last_used,
                show: ({ last_used_at }) =>
                  last_used_at === null ? (
                    <span class="soft">{words.never}</span>
                  ) : (
                    <Moment at={last_used_at} is_relative />
                  ),
              },
              {
                label: words.action,
                show: (key) =>
                  may_write &&
                  key.is_active && (
                    <Button
                      kind="quiet"
                      label={`${words.deactivate}: ${key.masked_secret.slice(-4)}`}
                      onClick={() => setEnding(key)}
                    >
                      {words.deactivate}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Show>
      <section class="card">
        <h2>{words.rotating}</h2>
        <ol class="steps">
          <li>{words.rotate_1}</li>
          <li>{words.rotate_2}</li>
          <li>{words.rotate_3}</li>
        </ol>
      </section>
      {made !== undefined && <Made made={made} onClose={() => setMade(undefined)} />}
      {ending !== undefined && (
        <Ending
          ending={ending}
          is_last={active.length === 1}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setEnding(undefined);
            desk.say({ text: words.deactivated });
            keys.reload();
          }}
        />
      )}
    </>
  );
}

type EndingProps = { ending: Key; is_last: boolean; onClose(): void; onDone(): void };

/**
 * Asks for confirmation before a key is deactivated. For the last active key, the user must also confirm that they
 * understand the consequences.
 */
function Ending({ ending, is_last, onClose, onDone }: EndingProps) {
  const { http, own, place } = useDesk();
  const words = useWords(WORDS);
  const [is_understood, setUnderstood] = useState(false);
  return (
    <Confirm
      title={is_last ? words.last_title : words.deactivate_title}
      action={words.deactivate}
      is_ready={!is_last || is_understood}
      run={() => http.send('POST', own(`keys/${ending.id}/deactivate/`), is_last ? { even_the_last: true } : {})}
      onClose={onClose}
      onDone={onDone}
    >
      <div class="stack">
        <code class="mono">{shorter(ending.masked_secret)}</code>
        <p>{words.deactivate_text}</p>
        {is_last && (
          <>
            <Notice tone="warn">{place.environment === 'prod' ? words.last_prod : words.last_sandbox}</Notice>
            <label class="check">
              <input
                type="checkbox"
                checked={is_understood}
                onChange={(event) => setUnderstood(event.currentTarget.checked)}
              />
              <span>{words.last_understood}</span>
            </label>
          </>
        )}
      </div>
    </Confirm>
  );
}

/** Shortens the masked part of a secret, because the mask characters contain no information. */
const shorter = (masked: string): string => masked.replace(/\*{5,}/, '••••');

function Made({ made, onClose }: { made: NewKey; onClose(): void }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const env = [
    `export VOUCH_CLIENT_ID=${made.client_id}`,
    `export VOUCH_SECRET=${made.access_secret}`,
    `curl "${SERVER_URL}v1/orders/" \\`,
    '  -H "X-Access-Client-Id: $VOUCH_CLIENT_ID" \\',
    '  -H "X-Access-Secret: $VOUCH_SECRET"',
  ].join('\n');
  return (
    <Dialog title={words.made_title} close_label={common.close} onClose={onClose}>
      <Notice tone="warn">{words.made_text}</Notice>
      <div class="secret">
        <span data-testid="secret">{made.access_secret}</span>
        <CopyButton text={made.access_secret} labels={common} name={words.secret} />
      </div>
      <CodeBlock text={env} label={words.try_it} labels={common} />
      <div class="form-end">
        <Button kind="second" onClick={() => openReference(made.client_id, made.access_secret)}>
          {words.to_reference}
        </Button>
        <Button onClick={onClose}>{words.made_done}</Button>
      </div>
    </Dialog>
  );
}
