// The form in which the applicant corrects which column of a CSV file contains the date, the amount and so on.
import { useState } from 'preact/hooks';
import { Choices, Select } from '../../shared/parts/fields.tsx';
import type { FileQuestion } from '../../shared/session.ts';
import { fill, type Words } from '../../shared/words.ts';
import { useView, type View } from '../view.tsx';

/** Each change is sent immediately, so that the shown rows reflect the change. */
export function Corrections({ question }: { question: FileQuestion }) {
  const view = useView();
  const { state, words, dispatch } = view;
  const columns = { ...question.columns, ...state.pursuit.file.correction };
  const has_pair = columns.amount === null;
  const [wants_pair, setWantsPair] = useState(has_pair);
  const options = question.choices.map((choice, at) => ({ value: String(at), label: labelOf(words, choice, at) }));
  const column = (name: 'date' | 'description' | 'amount') => (
    <Select
      label={words[`columns_${name}`]}
      value={String(columns[name] ?? '')}
      options={columns[name] === null ? [NONE, ...options] : options}
      fault={unfit(view, name)}
      onChange={(value) =>
        dispatch({
          type: 'correct_columns',
          columns: { [name]: Number(value), ...(name === 'amount' && { debit: null, credit: null }) },
        })
      }
    />
  );
  return (
    <details class="corrections">
      <summary>{words.columns_wrong}</summary>
      <p class="only-heard" role="status">
        {state.pursuit.file.fault?.kind === 'unfit' ? words.columns_bad : ''}
      </p>
      <div class="form">
        {column('date')}
        {column('description')}
        <Choices
          name="layout"
          label={words.columns_layout}
          options={[
            { value: 'one', label: words.columns_one },
            { value: 'two', label: words.columns_two },
          ]}
          value={wants_pair ? 'two' : 'one'}
          onChange={(value) => setWantsPair(value === 'two')}
        />
        {wants_pair ? <Pair question={question} options={options} /> : column('amount')}
        {!wants_pair && !has_pair && (
          <Choices
            name="sign"
            label={words.columns_sign}
            options={[
              { value: 'credit_positive', label: words.columns_in },
              { value: 'debit_positive', label: words.columns_out },
            ]}
            value={columns.sign}
            fault={unfit(view, 'sign')}
            onChange={(sign) => dispatch({ type: 'correct_columns', columns: { sign } })}
          />
        )}
        <Choices
          name="decimal"
          label={words.columns_decimal}
          options={[
            { value: '.', label: '1,234.56' },
            { value: ',', label: '1.234,56' },
          ]}
          value={columns.decimal}
          fault={unfit(view, 'decimal')}
          onChange={(decimal) => dispatch({ type: 'correct_columns', columns: { decimal } })}
        />
      </div>
    </details>
  );
}

/** The error text beside a correction, if the server could not read the file with this correction. */
export function unfit({ state, words }: View, name: string): string | undefined {
  const { fault } = state.pursuit.file;
  return fault?.kind === 'unfit' && fault.message === name ? words.columns_bad : undefined;
}

const NONE = { value: '', label: '…' };
type Option = { value: string; label: string };

/** The two columns for money in and money out. They are sent together, once both are chosen. */
function Pair({ question: { columns }, options }: { question: FileQuestion; options: readonly Option[] }) {
  const view = useView();
  const { words, dispatch } = view;
  const [pair, setPair] = useState({ debit: columns.debit, credit: columns.credit });
  const choose = (changes: Partial<typeof pair>): void => {
    const next = { ...pair, ...changes };
    setPair(next);
    if (next.debit !== null && next.credit !== null) {
      dispatch({ type: 'correct_columns', columns: { ...next, amount: null } });
    }
  };
  return (
    <>
      {(['credit', 'debit'] as const).map((name) => (
        <Select
          key={name}
          label={words[`columns_${name}`]}
          value={pair[name] === null ? '' : String(pair[name])}
          options={pair[name] === null ? [NONE, ...options] : options}
          fault={unfit(view, name)}
          onChange={(value) => choose({ [name]: Number(value) })}
        />
      ))}
    </>
  );
}

function labelOf(words: Words, { name, example }: FileQuestion['choices'][number], at: number): string {
  const shown = name === '' ? fill(words.columns_number, { number: at + 1 }) : name;
  return example === '' ? shown : fill(words.columns_choice, { name: shown, example });
}
