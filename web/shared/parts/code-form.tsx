// The form for a code that was sent to the applicant. A provider sends a code during a login. We send a code to the
// email address or phone number of an order.
import { useState } from 'preact/hooks';
import type { Words } from '../words.ts';
import { Button } from './basics.tsx';
import { TextField } from './fields.tsx';

type CodeFormProps = {
  words: Words;
  length_max: number;
  hint: string;
  /** Why the last code was rejected. */
  fault?: string | undefined;
  is_busy: boolean;
  onSubmit(code: string): void;
  /** The button for an applicant who has received no code. */
  other: { label: string; onClick(): void };
};

export function CodeForm({ words, length_max, hint, fault, is_busy, onSubmit, other }: CodeFormProps) {
  const [typed, setTyped] = useState('');
  const [is_checked, setChecked] = useState(false);
  const code = typed.trim();
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (code !== '') onSubmit(code);
      }}
    >
      <TextField
        name="code"
        label={words.code_label}
        value={typed}
        onInput={setTyped}
        is_code
        autocomplete="one-time-code"
        inputmode="numeric"
        length_max={length_max}
        hint={hint}
        fault={is_checked && code === '' ? words.required : fault}
      />
      <div class="actions">
        <Button type="submit" is_busy={is_busy}>
          {words.code_submit}
        </Button>
        <Button kind="quiet" onClick={other.onClick}>
          {other.label}
        </Button>
      </div>
    </form>
  );
}
