// Final screens: success, failure, closed. Every failure screen explains what happened and what to do next.
import { Button, Row } from '../../shared/parts/basics.tsx';
import { Icon, type IconName } from '../../shared/parts/icons.tsx';
import { repeats } from '../../shared/repeats.ts';
import { ENGLISH, fill, type Words, waitText } from '../../shared/words.ts';
import { isOfFiles } from '../machine/bank-files.ts';
import { isOfDocuments } from '../machine/document-rules.ts';
import { aimOf } from '../machine/moves.ts';
import type { Input, State } from '../machine/state.ts';
import { faultOf, type Way, waysOn } from '../machine/ways.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';
import { Confetti } from './confetti.tsx';

export function Success() {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const client = clientOf(session);
  const text = successText(words, state, session.deposit !== null);
  return (
    <Screen
      title={words.success_title}
      lead={fill(text, { provider: state.task?.provider.name ?? '', client })}
      emblem={<GoodEmblem />}
      is_middle
      actions={
        <Button onClick={() => dispatch({ type: 'done' })}>{session.texts.success_cta ?? words.success_done}</Button>
      }
    >
      {!session.branding.hide_confetti && <Confetti />}
    </Screen>
  );
}

function successText(words: Words, { task }: State, has_deposit: boolean): string {
  const is_reading = task?.is_final === false;
  if (isOfDocuments(task)) return is_reading ? words.success_text_docs_reading : words.success_text_docs;
  if (isOfFiles(task)) return words.success_text_file;
  if (is_reading) return words.success_text_reading;
  return has_deposit ? words.success_text_deposit : words.success_text;
}

export const GoodEmblem = () => (
  <span class="emblem emblem-good">
    <Icon name="check" size={44} />
  </span>
);

const PlainEmblem = () => (
  <span class="emblem">
    <Icon name="forward" size={40} />
  </span>
);

const BadEmblem = ({ icon }: { icon: IconName }) => (
  <span class="emblem emblem-bad">
    <Icon name={icon} size={40} />
  </span>
);

export function ErrorScreen() {
  const { state, words } = useView();
  const { task } = state;
  if (task === null) return null;
  const fault = faultOf(state, task);
  const provider = task.provider.name;
  const [first, second, ...others] = waysOn(state);
  const said = task.error?.error_message ?? '';
  const textOf = (language: Words, part: 'title' | 'text') => fill(language[`error_${fault}_${part}`], { provider });
  // Providers' messages are mostly in English, so they are also compared with our English texts.
  const is_new =
    !isOfDocuments(task) &&
    !isOfFiles(task) &&
    [words, ENGLISH].every((language) => !repeats(said, `${textOf(language, 'title')} ${textOf(language, 'text')}`));
  return (
    <Screen
      title={textOf(words, 'title')}
      lead={textOf(words, 'text')}
      emblem={<BadEmblem icon={fault === 'unavailable' ? 'clock' : fault === 'account_locked' ? 'lock' : 'alert'} />}
      is_middle
      actions={
        <>
          {first !== undefined && <WayButton way={first} kind="main" />}
          {second !== undefined && <WayButton way={second} kind="second" />}
          {others.length > 0 && (
            <div class="more">
              {others.map((way) => (
                <WayRow way={way} key={way} />
              ))}
            </div>
          )}
        </>
      }
    >
      {is_new && (
        <figure class="quote">
          <figcaption>{fill(words.error_detail, { provider })}</figcaption>
          <p dir="auto">{said}</p>
        </figure>
      )}
    </Screen>
  );
}

function WayButton({ way, kind }: { way: Way; kind: 'main' | 'second' }) {
  const { state, words, dispatch } = useView();
  return (
    <Button kind={kind} is_busy={state.is_busy && way === 'retry'} onClick={() => dispatch(inputFor(state, way))}>
      {wayText(state, words, way)}
    </Button>
  );
}

const WAY_ICONS: Record<Way, IconName> = {
  retry: 'swap',
  documents: 'paper',
  file: 'download',
  other_provider: 'search',
  other_method: 'swap',
  manual_deposit: 'paper',
  skip: 'forward',
  later: 'clock',
};

export function WayRow({ way }: { way: Way }) {
  const { state, words, dispatch } = useView();
  return (
    <Row title={wayText(state, words, way)} icon={WAY_ICONS[way]} onClick={() => dispatch(inputFor(state, way))} />
  );
}

function wayText(state: State, words: Words, way: Way): string {
  const fault = state.task === null ? 'error' : faultOf(state, state.task);
  if (way === 'retry' && (fault === 'documents_empty' || fault === 'documents_unusable')) return words.way_retry_docs;
  if (way === 'retry' && (fault === 'file_empty' || fault === 'file_error')) return words.way_retry_file;
  if (way === 'other_provider' && (state.pursuit.method ?? aimOf(state)?.methods[0]) === 'payroll') {
    return words.way_other_provider_payroll;
  }
  return words[`way_${way}`];
}

function inputFor(state: State, way: Way): Input {
  if (way === 'skip') return { type: 'ask_skip', suborder_id: state.pursuit.suborder_id ?? '' };
  if (way === 'file') return { type: 'choose_file' };
  return way === 'documents' ? { type: 'choose_method', method: 'docs' } : { type: way };
}

export function Refused({ kind }: { kind: 'expired' | 'unknown' | 'forbidden' }) {
  const { state, words, runtime, dispatch } = useView();
  return (
    <Screen
      title={words[`refused_${kind}_title`]}
      lead={words[`refused_${kind}_text`]}
      emblem={<BadEmblem icon="clock" />}
      is_middle
      actions={
        <>
          {!state.setting.is_page && <Button onClick={() => dispatch({ type: 'later' })}>{words.close}</Button>}
          <Button kind="second" onClick={() => void runtime.open()}>
            {words.try_again}
          </Button>
        </>
      }
    />
  );
}

/**
 * Shown after too many attempts if the server requires a pause of more than a minute. The screen shows how long the
 * pause is.
 */
export function Pause({ minutes }: { minutes: number }) {
  const { state, words, dispatch } = useView();
  return (
    <Screen
      title={words.pause_title}
      lead={fill(words.pause_text, { time: waitText(words, minutes) })}
      emblem={<BadEmblem icon="clock" />}
      is_middle
      actions={
        <>
          {!state.setting.is_page && <Button onClick={() => dispatch({ type: 'later' })}>{words.close}</Button>}
          <Button kind="second" onClick={() => dispatch({ type: 'back' })}>
            {words.back}
          </Button>
        </>
      }
    />
  );
}

/** Shows that the order has ended: completed, expired, canceled, skipped or with an error. */
export function Closed() {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const status = closedKind(session.order?.status ?? 'completed');
  return (
    <Screen
      title={words[`closed_${status}_title`]}
      lead={fill(words[`closed_${status}_text`], { client: clientOf(session) })}
      emblem={status === 'completed' ? <GoodEmblem /> : <BadEmblem icon="clock" />}
      is_middle
      {...(!state.setting.is_page && {
        actions: <Button onClick={() => dispatch({ type: 'later' })}>{words.close}</Button>,
      })}
    />
  );
}

export const closedKind = (status: string): 'completed' | 'expired' | 'canceled' | 'skipped' | 'error' =>
  status === 'completed' || status === 'expired' || status === 'canceled' || status === 'skipped' ? status : 'error';

export function Completed() {
  const { words } = useView();
  const session = useSession();
  // No confetti is shown if no suborder was completed, for example because all were skipped.
  const has_verified = session.order?.suborders.some(({ status }) => status === 'completed') ?? true;
  const kind = has_verified ? 'completed' : 'unverified';
  return (
    <Screen
      title={words[`${kind}_title`]}
      lead={fill(words[`${kind}_text`], { client: clientOf(session) })}
      emblem={has_verified ? <GoodEmblem /> : <PlainEmblem />}
      is_middle
    >
      {has_verified && !session.branding.hide_confetti && <Confetti />}
    </Screen>
  );
}
