// Sends an altered sample document to the sandbox, so that there is a document to review.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Select } from '../../../shared/parts/fields.tsx';
import { useDesk } from '../../desk.tsx';
import type { Answer, Problem } from '../../http.ts';
import { FormProblem } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { queryText } from '../../router.ts';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    send: 'Send a sample document',
    text: 'The sandbox makes a document of its sample person, alters it, and reads it like any uploaded file.',
    document: 'Document',
    paystub: 'Pay stub',
    w2: 'W-2',
    bank_statement: 'Bank statement',
    alteration: 'Alteration',
    overlay: 'A new amount is drawn over the old one',
    amount: 'An amount contradicts the others on the page',
    resave: 'The file was saved by an editor',
    submit: 'Send',
    calm: 'The document was read, and does not look altered.',
    unread: 'The document could not be read.',
  },
  {
    send: 'Enviar un documento de ejemplo',
    text: 'El entorno de pruebas hace un documento de su persona de ejemplo, lo altera y lo lee como cualquier archivo.',
    document: 'Documento',
    paystub: 'Recibo de pago',
    w2: 'W-2',
    bank_statement: 'Estado de cuenta',
    alteration: 'Alteración',
    overlay: 'Un importe nuevo está dibujado sobre el anterior',
    amount: 'Un importe contradice a los demás de la página',
    resave: 'Un editor guardó el archivo',
    submit: 'Enviar',
    calm: 'El documento se leyó y no parece alterado.',
    unread: 'El documento no se pudo leer.',
  },
);

const KINDS = ['paystub', 'w2', 'bank_statement'] as const;
const ALTERATIONS = ['overlay', 'amount', 'resave'] as const;

type Collection = {
  collection_id: string;
  status: string;
  documents: readonly { document_id: string; is_suspicious: boolean }[];
};

const READ_EVERY_MS = 500;
const READS_MAX = 60;

/** The button that opens the dialog. It is shown only in the sandbox, to users who may use the sandbox. */
export function SendSample() {
  const { place, may } = useDesk();
  const words = useWords(WORDS);
  const [is_open, setOpen] = useState(false);
  if (place.environment !== 'sandbox' || !may('sandbox', 'write') || !may('cases', 'write')) return null;
  return (
    <>
      <Button kind="second" onClick={() => setOpen(true)}>
        {words.send}
      </Button>
      {is_open && <SampleDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SampleDialog({ onClose }: { onClose(): void }) {
  const { http, v1, say, go, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [kind, setKind] = useState<string>('paystub');
  const [tamper, setTamper] = useState<string>('overlay');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const upload = async (): Promise<Answer<Collection>> => {
    const file = await http.file(v1(`sandbox/documents/${kind}/${queryText({ tamper })}`));
    if (file.problem !== undefined) return file;
    const content = await toBase64(file.value);
    const document = { filename: `sample-${kind}.pdf`, mime_type: 'application/pdf', content };
    return http.send('POST', v1('documents/collections/'), {
      documents: [{ ...document, external_user_id: `sample-${Date.now().toString(36)}` }],
    });
  };
  const untilRead = async (sent: Answer<Collection>): Promise<Answer<Collection>> => {
    let answer = sent;
    for (let reads = 0; reads < READS_MAX && answer.value !== undefined && !isRead(answer.value); reads += 1) {
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      answer = await http.get(v1(`documents/collections/${answer.value.collection_id}/`));
    }
    return answer;
  };
  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await untilRead(await upload());
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    const [document] = answer.value.documents;
    onClose();
    if (document === undefined) say({ text: words.unread, tone: 'bad' });
    else if (document.is_suspicious) go(to(['reviews', document.document_id]));
    else say({ text: words.calm });
  };
  return (
    <Dialog title={words.send} close_label={common.close} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void send();
        }}
      >
        <p class="soft">{words.text}</p>
        <Select
          label={words.document}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: words[value] }))}
        />
        <Select
          label={words.alteration}
          value={tamper}
          onChange={setTamper}
          options={ALTERATIONS.map((value) => ({ value, label: words[value] }))}
        />
        <FormProblem problem={problem} />
        <div class="form-end">
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" is_busy={is_busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const isRead = ({ status }: Collection): boolean => !['created', 'processing'].includes(status);

const toBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
