// A dialog that asks for confirmation before an action that cannot be undone.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/parts/basics.tsx';
import { Dialog } from '../../shared/parts/dialog.tsx';
import type { Answer, Problem } from '../http.ts';
import { useWords } from '../words.ts';
import { FormProblem } from './states.tsx';
import { COMMON } from './words.ts';

type ConfirmProps = {
  title: string;
  /** The text of the button, which names the action. */
  action: string;
  children: ComponentChildren;
  /** False while the user must still do something in the dialog, such as ticking a box. */
  is_ready?: boolean;
  run(): Promise<Answer<unknown>>;
  onDone(): void;
  onClose(): void;
};

export function Confirm({ title, action, children, is_ready = true, run, onDone, onClose }: ConfirmProps) {
  const words = useWords(COMMON);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    const answer = await run();
    setBusy(false);
    if (answer.problem === undefined) onDone();
    else setProblem(answer.problem);
  };
  return (
    <Dialog title={title} close_label={words.close} onClose={onClose}>
      <div class="soft">{children}</div>
      <FormProblem problem={problem} />
      <div class="form-end">
        <Button kind="second" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button is_busy={is_busy} is_disabled={!is_ready} onClick={() => void go()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
