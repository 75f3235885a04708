// The form for a new order. While the user fills in the form, the page shows a curl command that sends the same
// request.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Select, TextArea, TextField } from '../../../shared/parts/fields.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { type Page, useLoad } from '../../load.ts';
import { PageHead, useQuery } from '../../parts/page.tsx';
import { CurlBlock, FormProblem, faultOf } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords, wordFor } from '../../words.ts';
import { type Order, WORDS } from './words.ts';

/** Products that need only the person's data. Orders for other products can be created only through the API. */
const OFFERED = ['income', 'employment', 'assets', 'transactions', 'insurance'];
const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'ssn', 'order_number', 'external_user_id'] as const;
type Field = (typeof FIELDS)[number];

const SAMPLE: Partial<Record<Field, string>> = {
  first_name: 'Jordan',
  last_name: 'Averill',
  email: 'jordan.averill@example.com',
  ssn: '991-91-9991',
};

export function NewOrder() {
  const { http, v1, to, go, say, place } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const product_words = useWords(PRODUCT_WORDS);
  const query = useQuery();
  // The id of the person whom the order is for. It is empty if the person is new, or if `external_user_id` identifies
  // the person.
  const user_id = query.get('user_id');
  const has_external_id = query.get('external_user_id') !== '';
  const [values, setValues] = useState<Partial<Record<Field, string>>>(() => ({
    ...Object.fromEntries(FIELDS.map((name) => [name, query.get(name)])),
    // An order identifies an existing person by `external_user_id`. If the person has no external id, the person's own
    // id is used as the external id.
    ...(!has_external_id && { external_user_id: user_id }),
  }));
  const [products, setProducts] = useState<readonly string[]>(['income']);
  const [employer, setEmployer] = useState(query.get('employer'));
  const [notes, setNotes] = useState('');
  const [template_id, setTemplate] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const templates = useLoad<Page<{ id: string; name: string }>>(v1('templates/'));
  const body = {
    products,
    ...Object.fromEntries(FIELDS.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : []))),
    ...(employer.trim() !== '' && { employers: [{ company_name: employer.trim() }] }),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
    ...(template_id !== '' && { template_id }),
  };
  const namePerson = () =>
    http.send('PATCH', v1(`users/${user_id}/`), { external_user_id: values.external_user_id?.trim() ?? '' });
  const create = async (): Promise<void> => {
    setBusy(true);
    const named = user_id === '' || has_external_id ? undefined : await namePerson();
    if (named?.problem !== undefined) {
      setBusy(false);
      return setProblem(named.problem);
    }
    const answer = await http.send<Order>('POST', v1('orders/'), body);
    setBusy(false);
    if (answer.problem !== undefined) return setProblem(answer.problem);
    say({ text: words.created });
    go(to(['orders', answer.value.id]));
  };
  const field = (
    name: Field,
    label: string,
    more: { hint?: string; type?: 'email' | 'tel'; is_required?: boolean } = {},
  ) => (
    <TextField
      name={name}
      label={label}
      value={values[name] ?? ''}
      onInput={(value) => setValues({ ...values, [name]: value })}
      {...(more.type !== undefined && { type: more.type })}
      hint={more.hint}
      optional={more.is_required === true ? undefined : common.optional}
      fault={faultOf(problem, name)}
    />
  );
  return (
    <>
      <PageHead
        title={words.new_title}
        lead={user_id === '' ? words.new_lead : words.new_lead_person}
        crumbs={[{ label: words.title, href: to(['orders']) }]}
      >
        {user_id === '' && place.environment === 'sandbox' && (
          <Button
            kind="second"
            onClick={() => {
              setValues({ ...values, ...SAMPLE });
              setEmployer('Home Depot');
            }}
          >
            {words.sample}
          </Button>
        )}
      </PageHead>
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_busy) void create();
        }}
      >
        <fieldset>
          <legend class="label">{words.products}</legend>
          <div class="check-list">
            {OFFERED.map((product) => (
              <label key={product}>
                <input
                  type="checkbox"
                  checked={products.includes(product)}
                  onChange={() =>
                    setProducts(
                      products.includes(product) ? products.filter((one) => one !== product) : [...products, product],
                    )
                  }
                />
                {wordFor(product_words, product)}
              </label>
            ))}
          </div>
          {faultOf(problem, 'products') !== undefined && <p class="fault">{faultOf(problem, 'products')}</p>}
        </fieldset>
        <div class="form-pair">
          {field('first_name', words.first_name, { is_required: true })}
          {field('last_name', words.last_name, { is_required: true })}
        </div>
        <div class="form-pair">
          {field('email', words.email, { type: 'email' })}
          {field('phone', words.phone, { type: 'tel' })}
          {field('ssn', words.ssn, { hint: words.ssn_hint })}
        </div>
        <div class="form-pair">
          <TextField
            name="employer"
            label={words.employer}
            hint={words.employer_hint}
            optional={common.optional}
            value={employer}
            onInput={setEmployer}
            fault={faultOf(problem, 'employers')}
          />
          {field('order_number', words.number)}
          {(user_id === '' || !has_external_id) &&
            field(
              'external_user_id',
              words.external_id,
              user_id === '' ? {} : { hint: words.external_hint, is_required: true },
            )}
        </div>
        <Select
          label={words.template}
          value={template_id}
          onChange={setTemplate}
          options={[
            { value: '', label: words.no_template },
            ...(templates.value?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextArea label={words.notes} value={notes} onInput={setNotes} length_max={2000} optional={common.optional} />
        <FormProblem problem={problem} fields={[...FIELDS, 'products', 'employers']} />
        <div class="form-end">
          <a class="button button-second" href={to(['orders'])}>
            {common.cancel}
          </a>
          <Button type="submit" is_busy={is_busy}>
            {words.create}
          </Button>
        </div>
      </form>
      <CurlBlock method="POST" path="orders/" body={body} />
    </>
  );
}
