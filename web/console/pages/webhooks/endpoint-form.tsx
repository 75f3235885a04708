// The form for a webhook endpoint. After a new endpoint is created, its signing secret is shown once.
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { CopyButton } from '../../../shared/parts/code-block.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { FormProblem, faultOf } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { type Endpoint, EVENT_TYPES, WORDS } from './words.ts';

type Created = Endpoint & { signing_secret: string };

export function EndpointForm({ endpoint, onClose }: { endpoint?: Endpoint; onClose(): void }) {
  const { http, v1, say, go, to, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [name, setName] = useState(endpoint?.name ?? '');
  const [webhook_url, setUrl] = useState(endpoint?.webhook_url ?? '');
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? EVENT_TYPES);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const [created, setCreated] = useState<Created>();
  const save = async (): Promise<void> => {
    setBusy(true);
    const fields = { name: name.trim(), webhook_url: webhook_url.trim(), events };
    const answer =
      endpoint === undefined
        ? await http.send<Created>('POST', v1('webhooks/'), { ...fields, env_type: place.environment })
        : await http.send<Created>('PATCH', v1(`webhooks/${endpoint.id}/`), fields);
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    if (endpoint === undefined) return setCreated(answer.value);
    say({ text: words.saved });
    onClose();
  };
  if (created !== undefined) {
    const done = (): void => {
      onClose();
      go(to(['webhooks', created.id]));
    };
    return (
      <Dialog key="secret" title={words.secret_title} close_label={common.close} onClose={done}>
        <Notice tone="warn">{words.secret_text}</Notice>
        <div class="secret">
          <span>{created.signing_secret}</span>
          <CopyButton text={created.signing_secret} labels={common} name={words.secret_title} />
        </div>
        <div class="form-end">
          <Button onClick={done}>{words.secret_done}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      key="form"
      title={endpoint === undefined ? words.add : words.edit}
      close_label={common.close}
      onClose={onClose}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void save();
        }}
      >
        <TextField name="name" label={words.name} value={name} onInput={setName} fault={faultOf(problem, 'name')} />
        <TextField
          name="webhook_url"
          label={words.url}
          value={webhook_url}
          onInput={setUrl}
          fault={faultOf(problem, 'webhook_url') ?? faultOf(problem, 'env_type')}
        />
        <details class="more">
          <summary>
            {words.events} ({events.length})
          </summary>
          <fieldset class="check-list">
            <legend class="only-heard">{words.events}</legend>
            {EVENT_TYPES.map((type) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={events.includes(type)}
                  onChange={() =>
                    setEvents(events.includes(type) ? events.filter((one) => one !== type) : [...events, type])
                  }
                />
                <code class="mono">{type}</code>
              </label>
            ))}
          </fieldset>
        </details>
        <FormProblem problem={problem} fields={['name', 'webhook_url', 'env_type']} />
        <div class="form-end">
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" is_busy={is_busy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
