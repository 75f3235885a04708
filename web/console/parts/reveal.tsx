// Unmasks the values of one path for 60 seconds. The server records which user requested this, and for which
// purpose.
import { useEffect, useState } from 'preact/hooks';
import { mayDoWithDocuments } from '#domain/console/roles.ts';
import { Button } from '../../shared/parts/basics.tsx';
import { Dialog } from '../../shared/parts/dialog.tsx';
import { Choices } from '../../shared/parts/fields.tsx';
import { useDesk } from '../desk.tsx';
import type { Problem } from '../http.ts';
import { inBoth, useWords } from '../words.ts';
import { FormProblem } from './states.tsx';
import { COMMON } from './words.ts';

const WORDS = inBoth(
  {
    reveal: 'Show masked values',
    title: 'Show masked values for 60 seconds',
    text: 'The audit log records this, with your name and the purpose.',
    purpose: 'Purpose',
    underwriting: 'Underwriting',
    support: 'Support',
    dispute: 'Dispute',
    audit: 'Audit',
    show: 'Show',
    shown: 'Masked values are shown for 60 seconds.',
  },
  {
    reveal: 'Mostrar valores ocultos',
    title: 'Mostrar valores ocultos por 60 segundos',
    text: 'La auditoría registra esto, con su nombre y el propósito.',
    purpose: 'Propósito',
    underwriting: 'Evaluación de crédito',
    support: 'Soporte',
    dispute: 'Disputa',
    audit: 'Auditoría',
    show: 'Mostrar',
    shown: 'Los valores ocultos se muestran por 60 segundos.',
  },
);

const PURPOSES = ['underwriting', 'support', 'dispute', 'audit'] as const;
type Purpose = (typeof PURPOSES)[number];
const SHOWN_MS = 60_000;

type RevealProps = {
  /**
   * The path whose values are unmasked. It is relative to `v1/` or, if `is_own` is true, one of the console's own
   * paths.
   */
  path: string;
  is_own?: boolean;
  /** True if the path concerns documents. Reviewers may reveal the masked values of documents. */
  is_about_documents?: boolean;
  /** The text of the button, for a button that reveals something other than masked values. */
  label?: string;
  /** Reads the path again. */
  reload(): void;
  /** Called when the values must be hidden again. The default is `reload`. */
  onEnd?(): void;
};

export function Reveal({ path, is_own = false, is_about_documents = false, label, reload, onEnd }: RevealProps) {
  const { http, own, say, may, membership } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [is_open, setOpen] = useState(false);
  const [purpose, setPurpose] = useState<Purpose>('underwriting');
  const [problem, setProblem] = useState<Problem>();
  const [shown_at, setShownAt] = useState<number>();
  useEffect(() => {
    if (shown_at === undefined) return;
    const timer = setTimeout(onEnd ?? reload, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown_at]);
  const { role, environment } = membership;
  const is_allowed = is_about_documents
    ? mayDoWithDocuments(role, environment, 'disclosure', 'write')
    : may('disclosure', 'write');
  if (!is_allowed) return null;
  const show = async (): Promise<void> => {
    const answer = await http.send('POST', own('reveals/'), { path: is_own ? path : `v1/${path}`, purpose });
    setProblem(answer.problem);
    if (answer.problem !== undefined) return;
    setOpen(false);
    setShownAt(performance.now());
    say({ text: words.shown });
    reload();
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {label ?? words.reveal}
      </Button>
      {is_open && (
        <Dialog title={words.title} close_label={common.close} onClose={() => setOpen(false)}>
          <p class="soft">{words.text}</p>
          <Choices<Purpose>
            name="purpose"
            label={words.purpose}
            value={purpose}
            onChange={setPurpose}
            options={PURPOSES.map((value) => ({ value, label: words[value] }))}
          />
          <FormProblem problem={problem} />
          <div class="form-end">
            <Button kind="second" onClick={() => setOpen(false)}>
              {common.cancel}
            </Button>
            <Button onClick={() => void show()}>{words.show}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
