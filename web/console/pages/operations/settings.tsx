// The client settings that an owner can change: name and pages, features, limits and prices.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { mayDo } from '#domain/console/roles.ts';
import { Button } from '../../../shared/parts/basics.tsx';
import { CodeBlock } from '../../../shared/parts/code-block.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { TextArea, TextField } from '../../../shared/parts/fields.tsx';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { type SessionView, useDesk } from '../../desk.tsx';
import { count, money } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { FormProblem, faultOf, problemText } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { type Limit, NAMES, type Operation, type Price, WORDS } from './words.ts';

type CardProps = { operation: Operation; onChanged(): void };

/** Shows a `vouch` command that can be used instead of the console. */
export function CommandBlock({ text }: { text: string }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  return <CodeBlock text={text} label={words.with_command} labels={common} />;
}

/** Whether the user may change settings that apply to both environments of the client. */
function useMayChangeBoth(): boolean {
  const { session, place } = useDesk();
  const own = session.memberships.filter(({ client_id }) => client_id === place.client_id);
  return own.length === 2 && own.every(({ role, environment }) => mayDo(role, environment, 'administration', 'write'));
}

export function ClientCard({ operation: { client }, onChanged }: CardProps) {
  const { may } = useDesk();
  const words = useWords(WORDS);
  const [is_editing, setEditing] = useState(false);
  const may_change = useMayChangeBoth();
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.client}</h2>
        {may_change && (
          <Button kind="second" label={words.edit_client} onClick={() => setEditing(true)}>
            {words.edit}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          [words.name, client.name],
          [words.client_id, <code class="mono">{client.id}</code>],
          ...(client.widget_origins.length === 0
            ? []
            : [[words.origins, <code class="mono">{client.widget_origins.join(' ')}</code>] as const]),
        ]}
      />
      {client.widget_origins.length === 0 && (
        <>
          <p class="soft">{words.any_page}</p>
          <CommandBlock text={`npx vouch client set --client ${client.id} --widget-origins https://app.example.com`} />
        </>
      )}
      {may('administration', 'write') && !may_change && <p class="soft small">{words.both}</p>}
      {is_editing && <ClientForm client={client} onClose={() => setEditing(false)} onChanged={onChanged} />}
    </section>
  );
}

type Editing = { onClose(): void; onChanged(): void };

function ClientForm({ client, onClose, onChanged }: Editing & { client: Operation['client'] }) {
  const { http, setSession } = useDesk();
  const words = useWords(WORDS);
  const [name, setName] = useState(client.name);
  const [origins, setOrigins] = useState(client.widget_origins.join('\n'));
  const read = () => ({ name, widget_origins: origins.split(/[\s,]+/).filter((one) => one !== '') });
  const changed = async (): Promise<void> => {
    // The session is read again, because the header shows the client's name from the session.
    const { value } = await http.get<SessionView>('session/');
    if (value !== undefined) setSession(value);
    onChanged();
  };
  return (
    <ChangeForm
      title={words.edit_client}
      path="operations/client/"
      body={read}
      fields={['name']}
      onClose={onClose}
      onChanged={() => void changed()}
    >
      {(problem) => (
        <>
          <TextField
            name="name"
            label={words.name}
            value={name}
            length_max={128}
            hint={words.name_hint}
            fault={faultOf(problem, 'name')}
            onInput={setName}
          />
          <div>
            <TextArea label={words.origins} value={origins} length_max={15_000} onInput={setOrigins} />
            <p class="hint">{words.origins_hint}</p>
          </div>
        </>
      )}
    </ChangeForm>
  );
}

type ChangeProps = Editing & {
  title: string;
  /** The path of the request that changes the setting, relative to the place (client and environment). */
  path: string;
  body(): object;
  /** The fields whose errors the form itself shows. */
  fields: readonly string[];
  children(problem: Problem | undefined): ComponentChildren;
  /** A further button, such as one that clears the value. */
  aside?: { label: string; body: object };
};

/** A dialog with a form that changes one setting. */
function ChangeForm({ title, path, body, fields, children, aside, onClose, onChanged }: ChangeProps) {
  const { http, own, say } = useDesk();
  const common = useWords(COMMON);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const save = async (change: object): Promise<void> => {
    setBusy(true);
    const answer = await http.send('PATCH', own(path), change);
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    say({ text: common.saved });
    onChanged();
    onClose();
  };
  return (
    <Dialog title={title} close_label={common.close} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void save(body());
        }}
      >
        {children(problem)}
        <FormProblem problem={problem} fields={fields} />
        <div class="form-end">
          {aside !== undefined && (
            <Button kind="quiet" onClick={() => void save(aside.body)}>
              {aside.label}
            </Button>
          )}
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" is_busy={is_busy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function FeaturesCard({ operation: { features }, onChanged }: CardProps) {
  const { http, own, say, may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const names = useWords(NAMES);
  const may_write = may('administration', 'write');
  const flip = async (name: string, is_on: boolean): Promise<void> => {
    const { problem } = await http.send('PATCH', own(`operations/features/${name}/`), { is_on });
    say(problem === undefined ? { text: common.saved } : { text: problemText(common, problem), tone: 'bad' });
    onChanged();
  };
  return (
    <section class="card">
      <h2>{words.features}</h2>
      <Table
        caption={words.features}
        rows={features}
        keyOf={({ name }) => name}
        columns={[
          { label: words.feature, show: ({ name }) => wordFor(names, name) },
          {
            label: common.status,
            show: ({ is_on }) => <Badge tone={is_on ? 'good' : 'calm'}>{is_on ? words.on : words.off}</Badge>,
          },
          {
            label: words.action,
            show: ({ name, is_on }) =>
              may_write && (
                <Button
                  kind="quiet"
                  label={`${is_on ? words.switch_off : words.switch_on}: ${wordFor(names, name)}`}
                  onClick={() => void flip(name, !is_on)}
                >
                  {is_on ? words.switch_off : words.switch_on}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

export function LimitsCard({ operation: { limits }, onChanged }: CardProps) {
  const { may } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const names = useWords(NAMES);
  const locale = useLocale();
  const [edited, setEdited] = useState<Limit>();
  const may_write = may('administration', 'write');
  return (
    <section class="card">
      <h2>{words.limits}</h2>
      <Table
        caption={words.limits}
        rows={limits}
        keyOf={({ name }) => name}
        columns={[
          { label: words.limit, show: ({ name }) => wordFor(names, name) },
          {
            label: words.number,
            is_number: true,
            show: ({ value, window_seconds }) => `${count(locale, value)} / ${windowText(locale, window_seconds)}`,
          },
          {
            label: common.status,
            show: ({ is_set }) => <Badge tone={is_set ? 'busy' : 'calm'}>{is_set ? words.set : words.default}</Badge>,
          },
          {
            label: words.action,
            show: (limit) =>
              may_write && (
                <Button
                  kind="quiet"
                  label={`${words.change}: ${wordFor(names, limit.name)}`}
                  onClick={() => setEdited(limit)}
                >
                  {words.change}
                </Button>
              ),
          },
        ]}
      />
      {edited !== undefined && <LimitForm limit={edited} onClose={() => setEdited(undefined)} onChanged={onChanged} />}
    </section>
  );
}

/**
 * The length of a time window as text: `min` for 60 seconds, `h` for 3,600 seconds, and otherwise the number of
 * seconds.
 */
const windowText = (locale: 'en' | 'es', seconds: number): string =>
  ({ 60: 'min', 3600: 'h' })[seconds] ?? `${count(locale, seconds)} s`;

function LimitForm({ limit, onClose, onChanged }: Editing & { limit: Limit }) {
  const words = useWords(WORDS);
  const names = useWords(NAMES);
  const locale = useLocale();
  const [value, setValue] = useState(String(limit.value));
  const hint = fill(words.limit_hint, {
    window: `1 ${windowText(locale, limit.window_seconds)}`,
    default: count(locale, limit.default_value),
  });
  return (
    <ChangeForm
      title={`${words.limit_title}: ${wordFor(names, limit.name)}`}
      path={`operations/limits/${limit.name}/`}
      body={() => ({ value: /^\d{1,12}$/.test(value.trim()) ? Number(value.trim()) : value })}
      fields={['value']}
      onClose={onClose}
      onChanged={onChanged}
      {...(limit.is_set && { aside: { label: words.use_default, body: { value: null } } })}
    >
      {(problem) => (
        <TextField
          name="value"
          label={words.number}
          value={value}
          inputmode="numeric"
          hint={hint}
          fault={faultOf(problem, 'value')}
          onInput={setValue}
        />
      )}
    </ChangeForm>
  );
}

export function PricesCard({ operation: { prices, client }, onChanged }: CardProps) {
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  const [edited, setEdited] = useState<Price>();
  const may_change = useMayChangeBoth() && client.is_operator;
  return (
    <section class="card">
      <h2>{words.prices}</h2>
      <p class="soft">{words.prices_text}</p>
      <Table
        caption={words.prices}
        rows={prices}
        keyOf={({ product_type }) => product_type}
        columns={[
          { label: words.product, show: ({ product_type }) => wordFor(products, product_type) },
          { label: words.price, is_number: true, show: ({ unit_price }) => money(unit_price) },
          {
            label: words.action,
            show: (price) =>
              may_change && (
                <Button
                  kind="quiet"
                  label={`${words.change}: ${wordFor(products, price.product_type)}`}
                  onClick={() => setEdited(price)}
                >
                  {words.change}
                </Button>
              ),
          },
        ]}
      />
      {!may_change && (
        <>
          <p class="soft">{words.operator_only}</p>
          <CommandBlock text="npx vouch prices set income=12.50" />
        </>
      )}
      {edited !== undefined && <PriceForm price={edited} onClose={() => setEdited(undefined)} onChanged={onChanged} />}
    </section>
  );
}

function PriceForm({ price, onClose, onChanged }: Editing & { price: Price }) {
  const words = useWords(WORDS);
  const products = useWords(PRODUCT_WORDS);
  const [unit_price, setPrice] = useState(price.unit_price);
  return (
    <ChangeForm
      title={`${words.price_title}: ${wordFor(products, price.product_type)}`}
      path={`operations/prices/${price.product_type}/`}
      body={() => ({ unit_price: unit_price.trim() })}
      fields={['unit_price']}
      onClose={onClose}
      onChanged={onChanged}
    >
      {(problem) => (
        <TextField
          name="unit_price"
          label={words.price}
          value={unit_price}
          hint={words.price_hint}
          fault={faultOf(problem, 'unit_price')}
          onInput={setPrice}
        />
      )}
    </ChangeForm>
  );
}
