// The sections of a template's form about the general settings, the looks, and the messages.
import { useId, useState } from 'preact/hooks';
import { isHexColor } from '../../../shared/colors.ts';
import { Button } from '../../../shared/parts/basics.tsx';
import { TextArea, TextField } from '../../../shared/parts/fields.tsx';
import type { Problem } from '../../http.ts';
import { faultOf } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords, wordFor } from '../../words.ts';
import { BLANK, type Draft, hoursIn } from './draft.ts';
import { WORDS } from './words.ts';

export type Section = { draft: Draft; problem: Problem | undefined; onChange(draft: Draft): void };

/** The fields that show their own validation errors. */
export const FAULT_FIELDS = [
  'name',
  'products',
  'branding.company_name',
  'branding.logo',
  'branding.accent_color',
  'branding.background_color',
  'branding.privacy_url',
  'branding.custom_end_user_agreement.url',
  'orders.link_expiration',
  'orders.support_email',
  'orders.first_email.subject',
  'orders.reminder_email.subject',
];

/** The widget's colour if the template sets no accent colour. */
const DEFAULT_ACCENT = '#2b59c3';

export function Check({ label, is_on, onChange }: { label: string; is_on: boolean; onChange(is_on: boolean): void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={is_on} onChange={() => onChange(!is_on)} />
      {label}
    </label>
  );
}

type InputProps = Omit<Parameters<typeof TextField>[0], 'name' | 'fault' | 'value'> & {
  path: string;
  value: string | null;
  problem: Problem | undefined;
  is_required?: boolean;
};

function Input({ path, value, problem, is_required = false, ...rest }: InputProps) {
  const common = useWords(COMMON);
  return (
    <TextField
      name={path}
      value={value ?? ''}
      fault={faultOf(problem, path)}
      optional={is_required ? undefined : common.optional}
      {...rest}
    />
  );
}

export function GeneralFields({ draft, problem, onChange }: Section) {
  const words = useWords(WORDS);
  const product_words = useWords(PRODUCT_WORDS);
  const { products } = draft;
  const fault = faultOf(problem, 'products');
  return (
    <>
      <Input
        path="name"
        label={words.name}
        value={draft.name}
        problem={problem}
        is_required
        onInput={(name) => onChange({ ...draft, name })}
      />
      <fieldset>
        <legend class="label">{words.products}</legend>
        <div class="check-list">
          {BLANK.products.map((product) => (
            <Check
              key={product}
              label={wordFor(product_words, product)}
              is_on={products.includes(product)}
              onChange={(is_on) =>
                onChange({
                  ...draft,
                  products: BLANK.products.filter((one) => (one === product ? is_on : products.includes(one))),
                })
              }
            />
          ))}
        </div>
        {fault !== undefined && <p class="fault">{fault}</p>}
      </fieldset>
      <Check
        label={words.default_text}
        is_on={draft.default_for_products}
        onChange={(default_for_products) => onChange({ ...draft, default_for_products })}
      />
    </>
  );
}

export function LookFields({ draft, problem, onChange }: Section) {
  const words = useWords(WORDS);
  const { branding, bridge } = draft;
  const { texts } = bridge;
  const agreement = branding.custom_end_user_agreement;
  const look = (change: Partial<Draft['branding']>): void =>
    onChange({ ...draft, branding: { ...branding, ...change } });
  const widget = (change: Partial<Draft['bridge']>): void => onChange({ ...draft, bridge: { ...bridge, ...change } });
  return (
    <>
      <h2>{words.looks}</h2>
      <div class="form-pair">
        <Input
          path="branding.company_name"
          label={words.company}
          value={branding.company_name}
          problem={problem}
          onInput={(company_name) => look({ company_name })}
        />
        <Input
          path="branding.logo"
          label={words.logo}
          hint={words.logo_hint}
          value={branding.logo}
          problem={problem}
          onInput={(logo) => look({ logo })}
        />
      </div>
      <div class="form-pair">
        <Accent value={branding.accent_color} problem={problem} onInput={(accent_color) => look({ accent_color })} />
        <Input
          path="branding.background_color"
          label={words.background}
          hint={words.background_hint}
          value={branding.background_color}
          problem={problem}
          onInput={(background_color) => look({ background_color })}
        />
      </div>
      <Input
        path="branding.privacy_url"
        label={words.privacy}
        value={branding.privacy_url}
        problem={problem}
        onInput={(privacy_url) => look({ privacy_url })}
      />
      <div class="form-pair">
        <Input
          path="branding.custom_end_user_agreement.header"
          label={words.agreement}
          value={agreement.header}
          problem={problem}
          onInput={(header) => look({ custom_end_user_agreement: { ...agreement, header } })}
        />
        <Input
          path="branding.custom_end_user_agreement.url"
          label={words.agreement_url}
          value={agreement.url}
          problem={problem}
          onInput={(url) => look({ custom_end_user_agreement: { ...agreement, url } })}
        />
      </div>
      <div class="form-pair">
        <Input
          path="bridge.texts.search_header"
          label={words.search_header}
          value={texts.search_header}
          length_max={120}
          problem={problem}
          onInput={(search_header) => widget({ texts: { ...texts, search_header } })}
        />
        <Input
          path="bridge.texts.success_cta"
          label={words.success_cta}
          value={texts.success_cta}
          length_max={120}
          problem={problem}
          onInput={(success_cta) => widget({ texts: { ...texts, success_cta } })}
        />
      </div>
      <Check
        label={words.hide_service_logo}
        is_on={bridge.hide_service_logo}
        onChange={(hide_service_logo) => widget({ hide_service_logo })}
      />
      <Check
        label={words.hide_support_button}
        is_on={bridge.hide_support_button}
        onChange={(hide_support_button) => widget({ hide_support_button })}
      />
      <Check
        label={words.hide_confetti}
        is_on={branding.hide_confetti}
        onChange={(hide_confetti) => look({ hide_confetti })}
      />
    </>
  );
}

type AccentProps = { value: string | null; problem: Problem | undefined; onInput(value: string): void };

/** If no colour is chosen, the template stores none, and the widget uses its default colour. */
function Accent({ value, problem, onInput }: AccentProps) {
  const words = useWords(WORDS);
  const id = useId();
  const is_set = (value ?? '') !== '';
  return (
    <div class="field">
      <label for={id}>{words.accent}</label>
      <div class="box">
        <input
          id={id}
          type="color"
          value={value !== null && isHexColor(value) ? value : DEFAULT_ACCENT}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
      {is_set ? (
        <Button kind="quiet" is_small onClick={() => onInput('')}>
          {words.no_accent}
        </Button>
      ) : (
        <p class="hint">{words.accent_hint}</p>
      )}
      {faultOf(problem, 'branding.accent_color') !== undefined && (
        <p class="fault">{faultOf(problem, 'branding.accent_color')}</p>
      )}
    </div>
  );
}

export function MessageFields({ draft, problem, onChange }: Section) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const { orders } = draft;
  const change = (values: Partial<Draft['orders']>): void => onChange({ ...draft, orders: { ...orders, ...values } });
  const mail = (name: 'first_email' | 'reminder_email', subject: string, text: string) => (
    <>
      <Input
        path={`orders.${name}.subject`}
        label={subject}
        value={orders[name].subject}
        problem={problem}
        onInput={(value) => change({ [name]: { ...orders[name], subject: value } })}
      />
      <TextArea
        label={text}
        optional={common.optional}
        value={orders[name].text ?? ''}
        length_max={10_000}
        onInput={(value) => change({ [name]: { ...orders[name], text: value } })}
      />
    </>
  );
  const sms = (name: 'first_sms' | 'reminder_sms', label: string) => (
    <TextArea
      label={label}
      optional={common.optional}
      value={orders[name].text ?? ''}
      length_max={1_600}
      onInput={(text) => change({ [name]: { text } })}
    />
  );
  return (
    <>
      <h2>{words.messages}</h2>
      <div class="form-pair">
        <Input
          path="orders.link_expiration"
          label={words.expiration}
          inputmode="numeric"
          value={orders.link_expiration}
          problem={problem}
          is_required
          onInput={(link_expiration) => change({ link_expiration })}
        />
        <Input
          path="orders.support_email"
          label={words.support}
          type="email"
          value={orders.support_email}
          problem={problem}
          onInput={(support_email) => change({ support_email })}
        />
        <Input
          path="orders.custom_field_title"
          label={words.custom_field}
          value={orders.custom_field_title}
          length_max={128}
          problem={problem}
          onInput={(custom_field_title) => change({ custom_field_title })}
        />
      </div>
      <p class="hint">{words.placeholders}</p>
      {mail('first_email', words.subject, words.text)}
      {sms('first_sms', words.sms)}
      <Hours hours={orders.reminders_hours} onChange={(reminders_hours) => change({ reminders_hours })} />
      {mail('reminder_email', words.reminder_subject, words.reminder_text)}
      {sms('reminder_sms', words.reminder_sms)}
      <Check
        label={words.suppress}
        is_on={orders.suppress_user_notifications}
        onChange={(suppress_user_notifications) => change({ suppress_user_notifications })}
      />
      <Check
        label={words.certification}
        is_on={orders.certification}
        onChange={(certification) => change({ certification })}
      />
      <Check label={words.verify_code} is_on={orders.verify_code} onChange={(verify_code) => change({ verify_code })} />
    </>
  );
}

/** The text is kept as it was typed, because an unfinished list is not yet a list of numbers. */
function Hours({ hours, onChange }: { hours: readonly number[]; onChange(hours: number[]): void }) {
  const words = useWords(WORDS);
  const [typed, setTyped] = useState(hours.join(', '));
  return (
    <TextField
      name="orders.reminders_hours"
      label={words.reminders}
      hint={words.reminders_hint}
      value={typed}
      onInput={(text) => {
        setTyped(text);
        const read = hoursIn(text);
        if (read !== undefined) onChange(read);
      }}
      fault={hoursIn(typed) === undefined ? words.reminders_fault : undefined}
    />
  );
}
