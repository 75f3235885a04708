// Setting up a second factor: an authenticator app with its recovery codes, or a passkey.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { CopyButton } from '../../../shared/parts/code-block.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { useApp } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { COMMON } from '../../parts/words.ts';
import { useWords } from '../../words.ts';
import { type CreationOptions, createPasskey, hasPasskeys } from './passkeys.ts';
import { Refusal } from './refusal.tsx';
import { SIGN_IN } from './words.ts';

type NewTotp = { secret: string; qr_svg: string };
type Codes = { recovery_codes?: readonly string[] };

export function Enroll({ onDone }: { onDone(): void }) {
  const [totp, setTotp] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <SaveCodes codes={codes} onDone={onDone} />;
  const onSet = ({ recovery_codes = [] }: Codes): void => {
    if (recovery_codes.length === 0) onDone();
    else setCodes(recovery_codes);
  };
  if (totp !== undefined) return <ConfirmTotp totp={totp} onSet={onSet} />;
  return <Choose onTotp={setTotp} onSet={onSet} />;
}

function Choose({ onTotp, onSet }: { onTotp(totp: NewTotp): void; onSet(codes: Codes): void }) {
  const { http } = useApp();
  const words = useWords(SIGN_IN);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<NewTotp>('POST', 'factors/totp/', {});
    setBusy(false);
    if (answer.problem === undefined) onTotp(answer.value);
    else setProblem(answer.problem);
  };
  return (
    <div class="stack">
      <Refusal problem={problem} wrong={words.passkey_failed} />
      <Button is_busy={is_busy} onClick={() => void begin()}>
        {words.enroll_app}
      </Button>
      {hasPasskeys() && <AddPasskey onSet={onSet} />}
    </div>
  );
}

export function AddPasskey({ onSet }: { onSet(codes: Codes): void }) {
  const { http } = useApp();
  const words = useWords(SIGN_IN);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    const options = await http.send<CreationOptions>('POST', 'factors/passkeys/options/', {});
    const response = options.value === undefined ? undefined : await createPasskey(options.value);
    if (response === undefined) {
      setBusy(false);
      setProblem(options.problem ?? { status: 400, message: '', faults: [], retry_after_s: 0 });
      return;
    }
    const answer = await http.send<Codes>('POST', 'factors/passkeys/', { name: words.passkey_name, response });
    setBusy(false);
    if (answer.problem === undefined) onSet(answer.value ?? {});
    else setProblem(answer.problem);
  };
  return (
    <>
      <Refusal problem={problem} wrong={words.passkey_failed} />
      <Button kind="second" is_busy={is_busy} onClick={() => void add()}>
        {words.enroll_passkey}
      </Button>
    </>
  );
}

function ConfirmTotp({ totp, onSet }: { totp: NewTotp; onSet(codes: Codes): void }) {
  const { http } = useApp();
  const words = useWords(SIGN_IN);
  const common = useWords(COMMON);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const answer = await http.send<Codes>('POST', 'factors/totp/confirm/', { code: code.replaceAll(/\s/g, '') });
    setBusy(false);
    if (answer.problem === undefined) onSet(answer.value);
    else setProblem(answer.problem);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_busy) void confirm();
      }}
    >
      <p>{words.enroll_scan}</p>
      {/* The drawing is shown as an image, because an SVG in an image cannot run scripts. */}
      <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(totp.qr_svg)}`} alt={words.enroll_qr} />
      <div>
        <div class="soft small">{words.enroll_secret}</div>
        <div class="secret">
          <span>{totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton text={totp.secret} labels={common} />
        </div>
      </div>
      <TextField
        name="code"
        label={words.totp_label}
        value={code}
        onInput={setCode}
        autocomplete="one-time-code"
        inputmode="numeric"
        is_code
        length_max={7}
      />
      <Refusal problem={problem} wrong={words.totp_wrong} />
      <Button type="submit" is_busy={is_busy}>
        {words.confirm}
      </Button>
    </form>
  );
}

function SaveCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const words = useWords(SIGN_IN);
  const common = useWords(COMMON);
  return (
    <div class="stack">
      <div>
        <h2>{words.codes_title}</h2>
        <p class="soft">{words.codes_lead}</p>
      </div>
      <ul class="codes" aria-label={words.codes_label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} labels={common} name={words.codes_label} />
      <Button onClick={onDone}>{words.codes_saved}</Button>
    </div>
  );
}
