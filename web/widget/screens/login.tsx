// The login form, rendered from the fields that the provider's connector declares. Typed passwords exist only in this
// form, and are discarded when the screen closes. The other typed values are kept in the page's memory for a retry. All
// values are sent to our server.
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar, Button, Notice } from '../../shared/parts/basics.tsx';
import { TextField } from '../../shared/parts/fields.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import type { LoginField, Provider } from '../../shared/session.ts';
import { fill, labelFor } from '../../shared/words.ts';
import { isOrganization } from '../machine/journey.ts';
import { waysAround } from '../machine/ways.ts';
import { Screen, useSession, useView } from '../view.tsx';
import { WayRow } from './endings.tsx';

export function Login() {
  const { provider } = useView().state.pursuit;
  if (provider === null) return null;
  return provider.is_oauth ? <OAuthLogin provider={provider} /> : <FormLogin provider={provider} />;
}

/** Shows that the provider does not respond now, and lists the applicant's other options. Signing in stays possible. */
function Down({ provider }: { provider: Provider }) {
  const { state, words } = useView();
  if (!provider.is_down) return null;
  const ways = waysAround(state);
  return (
    <>
      <Notice tone="warn">
        <p>{fill(words.provider_down, { provider: provider.name })}</p>
      </Notice>
      {ways.length > 0 && (
        <div class="more">
          {ways.map((way) => (
            <WayRow way={way} key={way} />
          ))}
        </div>
      )}
    </>
  );
}

function FormLogin({ provider }: { provider: Provider }) {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(state.pursuit.typed);
  const [is_checked, setChecked] = useState(false);
  const fields = provider.fields.filter(({ name }) => state.pursuit.organization_id === null || !isOrganization(name));
  const faultOf = ({ name, required }: LoginField) =>
    is_checked && required && (values[name] ?? '') === '' ? words.required : undefined;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setChecked(true);
    // The values are read from the form itself, because a password manager may fill it in without firing events.
    const typed = new FormData(event.currentTarget);
    const credentials = Object.fromEntries(fields.map(({ name }) => [name, String(typed.get(name) ?? '')]));
    setValues(credentials);
    const missing = fields.find(({ name, required }) => required && credentials[name] === '');
    if (missing === undefined) dispatch({ type: 'submit', credentials });
    else event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(missing.name)}"]`)?.focus();
  };
  return (
    <Screen
      title={titleOf(words, session.update !== null, provider)}
      lead={leadOf()}
      emblem={<ProviderMark />}
      focuses_input
    >
      <Down provider={provider} />
      <form class="form" onSubmit={submit} noValidate>
        {fields.map((field) => (
          <TextField
            key={field.name}
            name={field.name}
            label={labelFor(words.locale, field.label)}
            type={TYPES[field.kind]}
            autocomplete={field.autocomplete}
            length_max={field.length_max}
            value={values[field.name] ?? ''}
            onInput={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            fault={faultOf(field)}
            // The word for "optional" is not added to a label with parentheses, because such a label already says that
            // the field is optional.
            optional={field.required || field.label.includes('(') ? undefined : words.optional}
            show={{ show: words.login_show, hide: words.login_hide }}
          />
        ))}
        <Safe provider={provider} />
        <div class="actions">
          <Button type="submit" is_busy={state.is_busy}>
            {state.is_busy ? words.login_submitting : words.login_submit}
          </Button>
          <OtherButton />
        </div>
      </form>
    </Screen>
  );

  function leadOf(): string {
    // A form with a setup token has no password, so it has its own text. In update mode the form needs a new setup
    // token, so it has the same text as in other modes.
    if (fields.some(({ name }) => name === 'setup_token')) return words.login_text_setup_token;
    if (session.update !== null) return words.login_text_update;
    const company = state.pursuit.company?.name ?? '';
    return company === '' ? words.login_text : `${capital(fill(words.login_for, { company }))}. ${words.login_text}`;
  }
}

const TYPES = { text: 'text', password: 'password', email: 'email', phone: 'tel' } as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function OAuthLogin({ provider }: { provider: Provider }) {
  const { state, words, runtime, dispatch } = useView();
  const session = useSession();
  return (
    <Screen
      title={titleOf(words, session.update !== null, provider)}
      lead={fill(words.oauth_text, { provider: provider.name })}
      emblem={<ProviderMark />}
      is_middle
      actions={
        <>
          <Button
            is_busy={state.is_busy}
            onClick={() => {
              runtime.openWindow();
              dispatch({ type: 'submit', credentials: {} });
            }}
          >
            {fill(words.oauth_submit, { provider: provider.name })}
            <span class="only-heard"> ({words.opens_window})</span>
          </Button>
          <OtherButton />
        </>
      }
    >
      <Down provider={provider} />
    </Screen>
  );
}

const titleOf = (words: ReturnType<typeof useView>['words'], is_update: boolean, { name }: Provider): string =>
  fill(is_update ? words.login_title_update : words.login_title, { provider: name });

function OtherButton() {
  const { words, dispatch } = useView();
  const { update } = useSession();
  if (update !== null) return null;
  return (
    <Button kind="quiet" onClick={() => dispatch({ type: 'other_provider' })}>
      {words.login_other}
    </Button>
  );
}

/** The logo of the provider to which the applicant is about to sign in. */
export function ProviderMark() {
  const { pursuit, task } = useView().state;
  const { name, logo_url } = pursuit.provider ?? task?.provider ?? { name: '', logo_url: null };
  return <Avatar name={name} logo_url={logo_url} is_large />;
}

const Safe = ({ provider }: { provider: Provider }) => {
  const { words } = useView();
  return (
    <p class="safe">
      <Icon name="lock" size={16} />
      {fill(words.login_safe, { provider: provider.name })}
    </p>
  );
};

export function Organization() {
  const { state, words, dispatch } = useView();
  const [value, setValue] = useState('');
  const [is_checked, setChecked] = useState(false);
  const name = state.pursuit.provider?.name ?? '';
  return (
    <Screen
      title={words.organization_title}
      lead={fill(words.organization_text, { provider: name })}
      emblem={<ProviderMark />}
      focuses_input
    >
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (value.trim() !== '') dispatch({ type: 'organization', organization_id: value.trim() });
        }}
      >
        <TextField
          name="organization_id"
          label={words.organization_label}
          length_max={128}
          value={value}
          onInput={setValue}
          fault={is_checked && value.trim() === '' ? words.required : undefined}
        />
        <div class="actions">
          <Button type="submit">{words.continue}</Button>
          <OtherButton />
        </div>
      </form>
    </Screen>
  );
}
