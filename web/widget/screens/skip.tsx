// Leaving a part of the order out, with a reason.
import { useState } from 'preact/hooks';
import { Button } from '../../shared/parts/basics.tsx';
import { Choices, TextArea } from '../../shared/parts/fields.tsx';
import { fill } from '../../shared/words.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';

const REASON_LENGTH_MAX = 256;

type Reason = 'not_mine' | 'cannot' | 'rather_not' | 'other';

export function Skip({ suborder_id }: { suborder_id: string }) {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const [reason, setReason] = useState<Reason>('not_mine');
  const [comment, setComment] = useState('');
  const { kind = 'employer', title } = session.order?.suborders.find(({ id }) => id === suborder_id) ?? {};
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
          {typeof title === 'string' && (
            <>
              <bdi>{title}</bdi>.{' '}
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
          dispatch({ type: 'skip', reason: said });
        }}
      >
        <Choices<Reason>
          name="reason"
          label={words.skip_label}
          options={options}
          value={reason}
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
