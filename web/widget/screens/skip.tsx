// The screen for skipping one suborder with a reason, and the screen for finishing an order. Finishing an order skips
// all its open suborders.
import { useState } from 'preact/hooks';
import { Button } from '../../shared/parts/basics.tsx';
import { Choices, TextArea } from '../../shared/parts/fields.tsx';
import { fill } from '../../shared/words.ts';
import { isOpenSuborder } from '../machine/moves.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';
import { titleOf } from './overview.tsx';

const REASON_LENGTH_MAX = 256;

type Reason = 'not_mine' | 'cannot' | 'rather_not' | 'other';

export function Skip({ suborder_id }: { suborder_id: string }) {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const [reason, setReason] = useState<Reason>();
  const [is_checked, setChecked] = useState(false);
  const [comment, setComment] = useState('');
  const suborder = session.order?.suborders.find(({ id }) => id === suborder_id);
  const kind = suborder?.kind ?? 'employer';
  const options: { value: Reason; label: string }[] = [
    { value: 'not_mine', label: words[`skip_not_mine_${kind}`] },
    { value: 'cannot', label: words.skip_cannot },
    { value: 'rather_not', label: words.skip_rather_not },
    { value: 'other', label: words.skip_other },
  ];
  const said = reason === 'other' ? comment : (options.find(({ value }) => value === reason)?.label ?? '');
  return (
    <Screen
      title={words.skip_title}
      lead={
        <>
          {suborder !== undefined && (
            <>
              <bdi>{titleOf(words, suborder)}</bdi>.{' '}
            </>
          )}
          {fill(words.skip_text, { client: clientOf(session) })}
        </>
      }
    >
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (reason !== undefined) dispatch({ type: 'skip', reason: said });
          else event.currentTarget.querySelector('input')?.focus();
        }}
      >
        <Choices<Reason>
          name="reason"
          label={words.skip_label}
          options={options}
          value={reason}
          fault={is_checked && reason === undefined ? words.skip_choose : undefined}
          onChange={(value) => setReason(value)}
        />
        {reason === 'other' && (
          <TextArea label={words.skip_comment} value={comment} length_max={REASON_LENGTH_MAX} onInput={setComment} />
        )}
        <div class="actions">
          <Button type="submit" is_busy={state.is_busy}>
            {words.skip_confirm}
          </Button>
          <Button kind="quiet" onClick={() => dispatch({ type: 'back' })}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Screen>
  );
}

/**
 * If suborders are still open when the applicant presses Finish, lists the names of these suborders and asks for
 * confirmation.
 */
export function LeftOut() {
  const { state, words, dispatch } = useView();
  const { order } = useSession();
  return (
    <Screen
      title={words.left_out_title}
      lead={words.left_out_text}
      actions={
        <>
          <Button is_busy={state.is_busy} onClick={() => dispatch({ type: 'finish' })}>
            {words.left_out_confirm}
          </Button>
          <Button kind="second" onClick={() => dispatch({ type: 'back' })}>
            {words.left_out_back}
          </Button>
        </>
      }
    >
      <ul class="parts">
        {order?.suborders.filter(isOpenSuborder).map((suborder) => (
          <li class="part" key={suborder.id}>
            <bdi>{titleOf(words, suborder)}</bdi>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
