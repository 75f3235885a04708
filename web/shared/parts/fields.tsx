// Inputs with their label, hint and error message, marked up for password managers and for autofill of one-time codes.
import { useId, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

type FieldProps = {
  name: string;
  label: string;
  value: string;
  onInput(value: string): void;
  type?: 'text' | 'password' | 'email' | 'tel';
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'email' | 'tel';
  length_max?: number;
  is_code?: boolean;
  optional?: string | undefined;
  hint?: string | undefined;
  fault?: string | undefined;
  /** The labels of the button that shows or hides a password. */
  show?: { show: string; hide: string };
};

export function TextField(props: FieldProps) {
  const { name, label, value, onInput, type = 'text', autocomplete = 'off', length_max, fault, hint, show } = props;
  const id = useId();
  const [is_shown, setShown] = useState(false);
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  return (
    <div class="field">
      <label for={id}>
        {label} {props.optional !== undefined && <span class="optional">({props.optional})</span>}
      </label>
      <div class={props.is_code === true ? 'box code-input' : 'box'} data-wrong={fault !== undefined}>
        <input
          id={id}
          name={name}
          {...ofType(type === 'password' && is_shown ? 'text' : type)}
          value={value}
          autocomplete={autocomplete}
          autocapitalize="none"
          ref={withoutCorrection}
          spellcheck={false}
          inputmode={props.inputmode}
          maxLength={length_max}
          aria-required={props.optional === undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={described === '' ? undefined : described}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {type === 'password' && show !== undefined && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={is_shown}
            aria-label={is_shown ? show.hide : show.show}
            title={is_shown ? show.hide : show.show}
            onClick={() => setShown(!is_shown)}
          >
            <Icon name={is_shown ? 'eye_off' : 'eye'} />
          </button>
        )}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/**
 * `autocorrect` is set as an attribute, because in browsers where it is a boolean property, the string "off" would
 * switch it on.
 */
export const withoutCorrection = (input: HTMLInputElement | null): void => input?.setAttribute('autocorrect', 'off');

/**
 * Returns the attribute `type` of an input. The value has a union type, but the JSX declarations accept only a single
 * literal type.
 */
const ofType = (type: NonNullable<FieldProps['type']>): object => ({ type });

type ChoicesProps<Value extends string> = {
  name: string;
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  is_label_hidden?: boolean;
  fault?: string | undefined;
  onChange(value: Value): void;
};

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, label, options, value, is_label_hidden = false, fault, onChange } = props;
  const id = useId();
  return (
    <fieldset class="field" aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend class={is_label_hidden ? 'only-heard' : 'label'}>{label}</legend>
      <div class="choices">
        {options.map((option) => (
          <label class="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}

type SelectProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  fault?: string | undefined;
  onChange(value: string): void;
};

export function Select({ label, options, value, fault, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="box" data-wrong={fault !== undefined}>
        <select
          id={id}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option value={option.value} key={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span class="after">
          <Icon name="forward" size={16} />
        </span>
      </div>
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

type AreaProps = { label: string; value: string; length_max: number; optional?: string; onInput(value: string): void };

export function TextArea({ label, value, length_max, optional, onInput }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label} {optional !== undefined && <span class="optional">({optional})</span>}
      </label>
      <div class="box">
        <textarea
          id={id}
          rows={3}
          value={value}
          maxLength={length_max}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
