// Filters that the user has saved under a name.
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { FormProblem } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { WORDS } from './words.ts';

type View = { id: string; page: string; name: string; filters: Record<string, string> };
type Filters = Readonly<Record<string, string>>;

export function SavedViews({ page, filters }: { page: string; filters: Filters }) {
  const { own, to, http, say } = useDesk();
  const words = useWords(WORDS);
  const views = useLoad<{ results: readonly View[] }>(own('views/'));
  const [is_saving, setSaving] = useState(false);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const of_page = views.value?.results.filter((view) => view.page === page) ?? [];
  const remove = async (view: View): Promise<void> => {
    await http.send('DELETE', own(`views/${view.id}/`));
    say({ text: words.view_removed });
    views.reload();
  };
  if (of_page.length === 0 && Object.keys(given).length === 0) return null;
  return (
    <div class="line">
      {of_page.map((view) => (
        <span class="view" key={view.id}>
          <a href={to([page], view.filters)}>{view.name}</a>
          <IconButton
            icon="close"
            label={fill(words.remove_view, { name: view.name })}
            onClick={() => void remove(view)}
          />
        </span>
      ))}
      {Object.keys(given).length > 0 && (
        <Button kind="quiet" onClick={() => setSaving(true)}>
          {words.save_view}
        </Button>
      )}
      {is_saving && (
        <SaveView
          page={page}
          filters={given}
          onClose={() => {
            setSaving(false);
            views.reload();
          }}
        />
      )}
    </div>
  );
}

function SaveView({ page, filters, onClose }: { page: string; filters: Filters; onClose(): void }) {
  const { own, http, say } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const save = async (): Promise<void> => {
    const answer = await http.send('POST', own('views/'), { page, name: name.trim(), filters });
    if (answer.problem !== undefined) return setProblem(answer.problem);
    say({ text: words.view_saved });
    onClose();
  };
  return (
    <Dialog title={words.save_view} close_label={common.close} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField name="name" label={words.view_name} value={name} onInput={setName} length_max={64} />
        <FormProblem problem={problem} />
        <div class="form-end">
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit">{common.save}</Button>
        </div>
      </form>
    </Dialog>
  );
}
