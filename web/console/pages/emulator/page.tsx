// The widget as an applicant sees it, opened from the console, with all events that it sends to the embedding page.
import { useState } from 'preact/hooks';
import type { VouchBridgeOptions } from '../../../bridge/bridge.d.ts';
import { Button } from '../../../shared/parts/basics.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { Facts } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { fullName } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { type Page, useLoad } from '../../load.ts';
import { Id, PageHead, useQuery } from '../../parts/page.tsx';
import { CurlBlock, FormProblem, Json } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Products } from '../../parts/statuses.tsx';
import { inBoth, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Widget emulator',
    lead: 'Make a token, walk through the widget as an applicant, and see the events that your page would receive.',
    person: 'External user id of the person',
    person_hint: 'A new person is created if nobody has it.',
    product: 'Product',
    template: 'Template',
    no_template: 'Default',
    start: 'Open the widget',
    logins: 'Sign in as goodlogin with goodpassword; with the password mfa you are asked for a code (12345).',
    heard: 'Callbacks of the widget',
    heard_none: 'The callbacks appear here, in the order in which they come.',
    to_person: 'To the person',
    to_order: 'To the order',
    order: 'Order',
    order_text: 'The widget opens for this order, with the employer and the products that the order names.',
    without_order: 'Without an order',
  },
  {
    title: 'Emulador del widget',
    lead: 'Cree un token, recorra el widget como solicitante y vea lo que recibiría su página.',
    person: 'ID externo de la persona',
    person_hint: 'Si nadie lo tiene, se crea una persona.',
    product: 'Producto',
    template: 'Plantilla',
    no_template: 'Predeterminada',
    start: 'Abrir el widget',
    logins: 'Entre como goodlogin con goodpassword; con la contraseña mfa se le pide un código (12345).',
    heard: 'Avisos del widget',
    heard_none: 'Los avisos aparecen aquí, en el orden en que llegan.',
    to_person: 'A la persona',
    to_order: 'A la orden',
    order: 'Orden',
    order_text: 'El widget se abre para esta orden, con el empleador y los productos que la orden nombra.',
    without_order: 'Sin orden',
  },
);

const PRODUCTS = ['income', 'employment', 'assets', 'transactions', 'insurance'];

type OrderOf = { id: string; first_name: string | null; last_name: string | null; products: readonly string[] };
type Token = { bridge_token: string; user_id: string };
type Heard = { at: number; name: string; given: unknown };

export default function Emulator() {
  const { http, v1, own, to } = useDesk();
  const words = useWords(WORDS);
  const product_words = useWords(PRODUCT_WORDS);
  const query = useQuery();
  const order_id = query.get('order_id');
  const order = useLoad<OrderOf>(order_id === '' ? null : v1(`orders/${order_id}/`)).value;
  const [external_user_id, setExternal] = useState(query.get('external_user_id') || 'emulator');
  const [product_type, setProduct] = useState('income');
  const [template_id, setTemplate] = useState(query.get('template_id'));
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const [user_id, setUser] = useState('');
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  const templates = useLoad<Page<{ id: string; name: string }>>(v1('templates/'));
  const body = { product_type, ...(template_id !== '' && { template_id }) };

  /**
   * Finds the person with this external id, or creates the person if there is none. Returns the path of the request
   * that creates a token for the person.
   */
  const pathOfPerson = async (): Promise<string | undefined> => {
    const id = await findPerson();
    return id && v1(`users/${id}/tokens/`);
  };
  const findPerson = async (): Promise<string | undefined> => {
    const found = await http.get<Page<{ id: string }>>(
      v1(`users/?external_user_id=${encodeURIComponent(external_user_id)}&list_links=false`),
    );
    const known = found.value?.results[0]?.id;
    if (known !== undefined) return known;
    const made = await http.send<{ id: string }>('POST', v1('users/'), { external_user_id });
    setProblem(made.problem);
    return made.value?.id;
  };
  const makeToken = async (): Promise<Token | undefined> => {
    const path = order_id === '' ? await pathOfPerson() : own(`orders/${order_id}/token/`);
    if (path === undefined) return undefined;
    const answer = await http.send<Token>('POST', path, order_id === '' ? body : {});
    setProblem(answer.problem);
    return answer.value;
  };
  const start = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const token = await makeToken();
    setBusy(false);
    if (token === undefined) return;
    setUser(token.user_id);
    const write =
      (name: string) =>
      (...given: unknown[]): void =>
        setHeard((all) => [{ at: performance.now(), name, given }, ...all]);
    const options: VouchBridgeOptions = {
      bridgeToken: token.bridge_token,
      onLoad: write('onLoad'),
      onEvent: write('onEvent'),
      onSuccess: write('onSuccess'),
      onClose: write('onClose'),
    };
    window.VouchBridge?.init(options).open();
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {order_id !== '' && (
          <a class="button button-second" href={to(['orders', order_id])}>
            {words.to_order}
          </a>
        )}
        {user_id !== '' && (
          <a class="button button-second" href={to(['people', user_id])}>
            {words.to_person}
          </a>
        )}
      </PageHead>
      <div class="columns">
        <form
          class="card form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!is_busy) void start();
          }}
        >
          {order_id === '' ? (
            <>
              <TextField
                name="external_user_id"
                label={words.person}
                hint={words.person_hint}
                value={external_user_id}
                onInput={setExternal}
              />
              <div class="form-pair">
                <Select
                  label={words.product}
                  value={product_type}
                  onChange={setProduct}
                  options={PRODUCTS.map((value) => ({ value, label: wordFor(product_words, value) }))}
                />
                <Select
                  label={words.template}
                  value={template_id}
                  onChange={setTemplate}
                  options={[
                    { value: '', label: words.no_template },
                    ...(templates.value?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              </div>
            </>
          ) : (
            <>
              <Facts
                facts={[
                  [words.order, (order && fullName(order)) ?? <Id id={order_id} />],
                  [words.product, <Products of={order?.products ?? []} />],
                ]}
              />
              <p class="soft small">
                {words.order_text} <a href={to(['emulator'])}>{words.without_order}</a>
              </p>
            </>
          )}
          <p class="soft small">{words.logins}</p>
          <FormProblem problem={problem} />
          <div class="form-end">
            <Button type="submit" is_busy={is_busy}>
              {words.start}
            </Button>
          </div>
        </form>
        <section class="card" aria-live="polite">
          <h2>{words.heard}</h2>
          {heard.length === 0 && <p class="soft">{words.heard_none}</p>}
          {heard.map(({ at, name, given }) => (
            <Json key={at} label={name} value={given} />
          ))}
        </section>
      </div>
      {order_id === '' && <CurlBlock method="POST" path="users/$USER_ID/tokens/" body={body} />}
    </>
  );
}
