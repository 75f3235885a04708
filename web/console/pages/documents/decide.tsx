// The form in which a reviewer decides, by mouse or keyboard, about a document that looks altered. The decision needs a
// note.
import { useEffect, useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { TextArea } from '../../../shared/parts/fields.tsx';
import { Key } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { FormProblem } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import { type Reviewed, WORDS } from './words.ts';

export function Decide({ document: reviewed, onDone }: { document: Reviewed; onDone(): void }) {
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
