// The form of a template. Beside it, a preview shows the changes while the user types them.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { PageHead } from '../../parts/page.tsx';
import { CurlBlock, FormProblem, Json } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { DocumentFields } from './document-fields.tsx';
import { changesBetween, type Draft, draftOf, type Template } from './draft.ts';
import { FAULT_FIELDS, GeneralFields, LookFields, MessageFields, type Section } from './fields.tsx';
import { Preview } from './preview.tsx';
import { WORDS } from './words.ts';

type EditorProps = { template: Template | undefined; onSaved(): void };

export function Editor({ template, onSaved }: EditorProps) {
  const { http, v1, say, go, to, may, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [draft, setDraft] = useState<Draft>(() => draftOf(template));
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const [is_removing, setRemoving] = useState(false);
  const may_write = may('development', 'write');
  const changes = changesBetween(draftOf(template), draft);
  const save = async (): Promise<void> => {
    if (template !== undefined && Object.keys(changes).length === 0) return say({ text: words.unchanged });
    setBusy(true);
    const answer =
      template === undefined
        ? await http.send<Template>('POST', v1('templates/'), { ...changes, name: draft.name })
        : await http.send<Template>('PATCH', v1(`templates/${template.id}/`), changes);
    setBusy(false);
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    say({ text: words.saved });
    if (template === undefined) go(to(['templates', answer.value.id]));
    else onSaved();
  };
  const section: Section = { draft, problem, onChange: setDraft };
  return (
    <>
      <PageHead title={template?.name ?? words.create} crumbs={[{ label: words.title, href: to(['templates']) }]}>
        {template !== undefined && place.environment === 'sandbox' && (
          <a class="button button-second" href={to(['emulator'], { template_id: template.id })}>
            {words.try_it}
          </a>
        )}
        {template !== undefined && may_write && (
          <Button kind="quiet" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </PageHead>
      <div class="columns">
        <form
          class="card form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!is_busy && may_write) void save();
          }}
        >
          <GeneralFields {...section} />
          <LookFields {...section} />
          <MessageFields {...section} />
          <DocumentFields {...section} />
          <FormProblem problem={problem} fields={FAULT_FIELDS} />
          {may_write && (
            <div class="form-end">
              <Button type="submit" is_busy={is_busy}>
                {common.save}
              </Button>
            </div>
          )}
        </form>
        <Preview draft={draft} changes={changes} template_id={template?.id} />
      </div>
      {template === undefined ? (
        <CurlBlock method="POST" path="templates/" body={{ ...changes, name: draft.name }} />
      ) : (
        <details class="more">
          <summary>JSON</summary>
          <Json label={`GET /v1/templates/${template.id}/`} value={template} />
        </details>
      )}
      {is_removing && template !== undefined && (
        <Confirm
          title={words.remove_title}
          action={words.remove}
          run={() => http.send('DELETE', v1(`templates/${template.id}/`))}
          onClose={() => setRemoving(false)}
          onDone={() => {
            say({ text: words.removed });
            go(to(['templates']));
          }}
        >
          {words.remove_text}
        </Confirm>
      )}
    </>
  );
}
