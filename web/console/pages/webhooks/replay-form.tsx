// Sends the events of a period to an endpoint again.
import { useId, useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Select } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { FormProblem } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { type Endpoint, EVENT_TYPES, WORDS } from './words.ts';

export function ReplayForm({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const { http, v1, say } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const id = useId();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [event_type, setType] = useState('');
  const [only_failed, setOnlyFailed] = useState(true);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<{ replayed_count: number }>('POST', v1(`webhooks/${endpoint.id}/replay/`), {
      created_at__gte: timestampOf(from),
      ...(to !== '' && { created_at__lte: timestampOf(to) }),
      ...(event_type !== '' && { event_type }),
      only_failed,
    });
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    say({ text: fill(words.replay_count, { count: answer.value.replayed_count }) });
    onClose();
  };
  return (
    <Dialog title={words.replay_title} close_label={common.close} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void run();
        }}
      >
        <div class="form-pair">
          <div class="field">
            <label for={`${id}-from`}>{words.replay_from}</label>
            <div class="box">
              <input
                id={`${id}-from`}
                type="datetime-local"
                required
                value={from}
                onInput={(event) => setFrom(event.currentTarget.value)}
              />
            </div>
          </div>
          <div class="field">
            <label for={`${id}-to`}>{words.replay_to}</label>
            <div class="box">
              <input
                id={`${id}-to`}
                type="datetime-local"
                value={to}
                onInput={(event) => setTo(event.currentTarget.value)}
              />
            </div>
          </div>
        </div>
        <Select
          label={words.event}
          value={event_type}
          onChange={setType}
          options={[{ value: '', label: common.all }, ...EVENT_TYPES.map((value) => ({ value, label: value }))]}
        />
        <label class="check">
          <input type="checkbox" checked={only_failed} onChange={() => setOnlyFailed(!only_failed)} />
          {words.only_failed}
        </label>
        <FormProblem problem={problem} />
        <div class="form-end">
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" is_busy={is_busy}>
            {words.replay}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The form field contains a local time without a time zone, but the API expects a timestamp in UTC. */
const timestampOf = (local: string): string => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
};
