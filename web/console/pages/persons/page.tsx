// Declares people in the sandbox. The form shows what is declared for a person, and a preview of the year that results
// from it. One click also creates an order for the person.
import { useMemo, useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, fullName } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { PageHead } from '../../parts/page.tsx';
import { CurlBlock, Failed, FormProblem, faultOf, Loading } from '../../parts/states.tsx';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import type { PageProps } from '../../shell/pages.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { bankBody, type Plan, payrollBody } from './bodies.ts';
import { type Declared, hasMaskedNumbers, type Known, loadedFrom } from './declared.ts';
import { faultsIn, type Life, sampleLife } from './life.ts';
import { Preview } from './preview.tsx';
import { AccountRows, JobRows, SpendingRows } from './rows.tsx';
import { WORDS } from './words.ts';

type Person = { id: string; external_user_id: string | null; first_name: string | null; last_name: string | null };

export default function Persons({ rest }: PageProps) {
  const { v1, own } = useDesk();
  const [user_id] = rest;
  const person = useLoad<Person>(user_id === undefined ? null : v1(`users/${user_id}/`));
  const declared = useLoad<Declared>(user_id === undefined ? null : own(`users/${user_id}/declared/`));
  const clock = useLoad<{ now: string }>(v1('sandbox/clock/'));
  const loads = user_id === undefined ? [clock] : [clock, person, declared];
  const failed = loads.find(({ value, problem }) => value === undefined && problem !== undefined);
  if (failed?.problem !== undefined) return <Failed problem={failed.problem} is_page onRetry={failed.reload} />;
  // The form is not filled from a kept response. Such a response may be older than the last declaration, and the form
  // would then declare the old data again.
  if (loads.some(({ value, is_loading }) => value === undefined || is_loading)) return <Loading />;
  const today = (clock.value?.now ?? '').slice(0, 10);
  return <Editor key={user_id ?? ''} person={person.value} declared={declared.value} today={today} />;
}

type EditorProps = { person: Person | undefined; declared: Declared | undefined; today: string };

function Editor({ person, declared, today }: EditorProps) {
  const { http, v1, to, go, say } = useDesk();
  const words = useWords(WORDS);
  const product_words = useWords(PRODUCT_WORDS);
  const locale = useLocale();
  const known = useMemo<Known | undefined>(() => declared && { declared, loaded: loadedFrom(declared) }, [declared]);
  const [name, setName] = useState(() =>
    person === undefined
      ? { first_name: 'Jordan', last_name: 'Averill' }
      : { first_name: person.first_name ?? '', last_name: person.last_name ?? '' },
  );
  const [external_user_id, setExternal] = useState(() =>
    person === undefined ? `person-${Date.now().toString(36)}` : (person.external_user_id ?? person.id),
  );
  const [life, setLife] = useState<Life>(() => {
    if (known === undefined) return sampleLife(today);
    const { jobs, accounts, spending } = known.loaded;
    return { jobs, accounts, spending };
  });
  const [products, setProducts] = useState<readonly string[]>(['income']);
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  /** The person whom this form created, if a later request failed. */
  const [made, setMade] = useState<Person>();
  const stored = person ?? made;
  const faults = faultsIn(life);
  const plan: Plan = { life, known, today };
  const kept = known?.loaded.kept.length ?? 0;
  const is_too_long = declared !== undefined && declared.transactions_count > declared.transactions.length;
  const masked = declared === undefined ? { jobs: false, accounts: false } : hasMaskedNumbers(declared);

  /** Saves the person, if anything about the person has changed. Returns the person's id. */
  const savePerson = async (with_external_id: boolean): Promise<string | undefined> => {
    const change = {
      ...((stored?.first_name ?? '') !== name.first_name && { first_name: name.first_name }),
      ...((stored?.last_name ?? '') !== name.last_name && { last_name: name.last_name }),
      ...(with_external_id && stored?.external_user_id !== external_user_id && { external_user_id }),
    };
    if (stored !== undefined && Object.keys(change).length === 0) return stored.id;
    const answer =
      stored === undefined
        ? await http.send<Person>('POST', v1('users/'), { ...name, external_user_id })
        : await http.send<Person>('PATCH', v1(`users/${stored.id}/`), change);
    setProblem(answer.problem);
    setMade(answer.value);
    return answer.value?.id;
  };
  const send = async (path: string, body: object | undefined): Promise<boolean> => {
    if (body === undefined) return true;
    const { problem: refused } = await http.send('POST', v1(path), body);
    setProblem(refused);
    return refused === undefined;
  };
  const order = async (): Promise<string | undefined> => {
    const answer = await http.send<{ id: string }>('POST', v1('orders/'), {
      products,
      ...name,
      external_user_id,
      ...(life.jobs.length > 0 && { employers: employersOf(life) }),
    });
    setProblem(answer.problem);
    return answer.value?.id;
  };
  const declare = async (then: 'person' | 'order'): Promise<void> => {
    if (is_busy || faults.size > 0) return;
    setBusy(true);
    setProblem(undefined);
    const id = await savePerson(then === 'order');
    const is_declared =
      id !== undefined &&
      (await send(`sandbox/users/${id}/payroll/`, payrollBody(plan))) &&
      (await send(`sandbox/users/${id}/transactions/`, is_too_long ? undefined : bankBody(plan)));
    const order_id = is_declared && then === 'order' ? await order() : undefined;
    setBusy(false);
    if (!is_declared) return;
    if (then === 'person') {
      say({ text: words.saved });
      go(to(['people', id]));
    } else if (order_id !== undefined) {
      say({ text: words.ordered });
      go(to(['orders', order_id]));
    }
  };
  const rows = { life, today, faults, onChange: setLife };
  const nameField = (field: 'first_name' | 'last_name', label: string) => (
    <TextField
      name={field}
      label={label}
      value={name[field]}
      onInput={(value) => setName({ ...name, [field]: value })}
      fault={faultOf(problem, field)}
    />
  );
  return (
    <>
      <PageHead
        title={person === undefined ? words.title : (fullName(person) ?? words.title)}
        lead={words.lead}
        {...(person !== undefined && { crumbs: [{ label: words.person, href: to(['people', person.id]) }] })}
      />
      <div class="columns">
        <form
          class="card form"
          onSubmit={(event) => {
            event.preventDefault();
            void declare('order');
          }}
        >
          <h2>{words.person}</h2>
          <div class="form-pair">
            {nameField('first_name', words.first_name)}
            {nameField('last_name', words.last_name)}
          </div>
          {(person?.external_user_id ?? null) === null && (
            <TextField
              name="external_user_id"
              label={words.external_id}
              value={external_user_id}
              hint={person === undefined ? undefined : words.default_external}
              onInput={setExternal}
              fault={faultOf(problem, 'external_user_id')}
            />
          )}
          {masked.jobs && <Notice tone="calm">{words.masked_jobs}</Notice>}
          <JobRows {...rows} />
          {is_too_long ? (
            <Notice tone="calm">{fill(words.too_many, { count: count(locale, declared.transactions_count) })}</Notice>
          ) : (
            <>
              {masked.accounts && <Notice tone="calm">{words.masked_accounts}</Notice>}
              <AccountRows {...rows} />
              <SpendingRows {...rows} />
              {kept > 0 && <p class="soft small">{fill(words.kept, { count: count(locale, kept) })}</p>}
            </>
          )}
          <h2>{words.order}</h2>
          <fieldset>
            <legend class="label">{words.products}</legend>
            <div class="check-list">
              {PRODUCTS.map((product) => (
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
          <FormProblem problem={problem} fields={['external_user_id', 'first_name', 'last_name', 'products']} />
          <div class="form-end">
            <Button kind="second" is_busy={is_busy} onClick={() => void declare('person')}>
              {words.save}
            </Button>
            <Button type="submit" is_busy={is_busy}>
              {words.save_and_order}
            </Button>
          </div>
        </form>
        <Preview plan={plan} />
      </div>
      <CurlBlock
        method="POST"
        path="sandbox/users/$USER_ID/payroll/"
        body={{
          mode: 'replace',
          employments: life.jobs.map(({ employer, job_title }) => ({ company: { name: employer }, job_title })),
        }}
      />
    </>
  );
}

const PRODUCTS = ['income', 'employment', 'assets', 'transactions'];
/** An order accepts at most ten employers. */
const EMPLOYERS_MAX = 10;

const employersOf = ({ jobs }: Life) =>
  [...new Set(jobs.map(({ employer }) => employer.trim()))].slice(0, EMPLOYERS_MAX).map((company_name) => ({
    company_name,
  }));
