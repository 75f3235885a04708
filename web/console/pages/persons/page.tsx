// Declared people of the sandbox. The form contains a job, a raise, an account and spending, and shows a preview of the
// year. One click creates an order for the person.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { useDesk } from '../../desk.tsx';
import { fullName, month } from '../../format.ts';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { Chart } from '../../parts/chart.tsx';
import { PageHead } from '../../parts/page.tsx';
import { CurlBlock, FormProblem, faultOf } from '../../parts/states.tsx';
import type { PageProps } from '../../shell/pages.ts';
import { inBoth, useLocale, useWords } from '../../words.ts';
import { monthsBetween, shortDollars, sumsPerMonth } from '../people/months.ts';
import { balancesOf, bankBody, type Frequency, type Life, payrollBody, paysOf } from './life.ts';

const WORDS = inBoth(
  {
    title: 'Declare a person',
    lead: 'Describe a person with a job and an account. The sandbox then returns this data for every sign-in of the person.',
    person: 'Person',
    first_name: 'First name',
    last_name: 'Last name',
    external_id: 'Your user id',
    job: 'Job',
    employer: 'Employer',
    job_title: 'Job title',
    start_date: 'First day at work',
    salary: 'Salary a year, in dollars',
    frequency: 'Paid',
    W: 'every week',
    BW: 'every two weeks',
    SM: 'twice a month',
    M: 'every month',
    raise: 'Raise half a year ago, in percent',
    account: 'Account and spending',
    balance: 'Balance today, in dollars',
    rent: 'Rent a month, in dollars',
    spending: 'Other spending a month, in dollars',
    preview: 'The year that results',
    pay: 'Pay per month',
    gross: 'Gross',
    net: 'Net',
    balances: 'Balance at the end of each month',
    save: 'Declare',
    save_and_order: 'Declare and create an order',
    saved: 'The person is declared.',
    number: 'Enter a number.',
  },
  {
    title: 'Declarar una persona',
    lead: 'Invente a alguien con un empleo y una cuenta. Entre con lo que entre, el entorno de pruebas muestra esta vida.',
    person: 'Persona',
    first_name: 'Nombre',
    last_name: 'Apellido',
    external_id: 'Su ID de usuario',
    job: 'Empleo',
    employer: 'Empleador',
    job_title: 'Puesto',
    start_date: 'Primer día de trabajo',
    salary: 'Salario por año, en dólares',
    frequency: 'Se paga',
    W: 'cada semana',
    BW: 'cada dos semanas',
    SM: 'dos veces al mes',
    M: 'cada mes',
    raise: 'Aumento hace medio año, en por ciento',
    account: 'Cuenta y gastos',
    balance: 'Saldo de hoy, en dólares',
    rent: 'Renta por mes, en dólares',
    spending: 'Otros gastos por mes, en dólares',
    preview: 'El año que resulta',
    pay: 'Pago por mes',
    gross: 'Bruto',
    net: 'Neto',
    balances: 'Saldo al final de cada mes',
    save: 'Declarar',
    save_and_order: 'Declarar y crear una orden',
    saved: 'La persona está declarada.',
    number: 'Escriba un número.',
  },
);

const NUMBERS = ['salary', 'raise_percent', 'balance', 'rent', 'spending'] as const;
type Typed = Record<(typeof NUMBERS)[number], string>;

export default function Persons({ rest }: PageProps) {
  const { v1 } = useDesk();
  const [user_id] = rest;
  const known = useLoad<Known>(user_id === undefined ? null : v1(`users/${user_id}/`));
  const clock = useLoad<{ now: string }>(v1('sandbox/clock/'));
  const today = (clock.value?.now ?? new Date().toISOString()).slice(0, 10);
  if (user_id !== undefined && known.value === undefined) return null;
  return <Editor key={user_id ?? ''} known={known.value} today={today} />;
}

type Known = { id: string; external_user_id: string | null; first_name: string | null; last_name: string | null };

function Editor({ known, today }: { known: Known | undefined; today: string }) {
  const { http, v1, to, go, say } = useDesk();
  const words = useWords(WORDS);
  const [name, setName] = useState({
    first_name: known?.first_name ?? 'Jordan',
    last_name: known?.last_name ?? 'Averill',
  });
  const [external_user_id, setExternal] = useState(known?.external_user_id ?? `person-${Date.now().toString(36)}`);
  const [job, setJob] = useState({ employer: 'Home Depot', job_title: 'Store associate', start_date: '2021-04-12' });
  const [frequency, setFrequency] = useState<Frequency>('BW');
  const [typed, setTyped] = useState<Typed>({
    salary: '62400',
    raise_percent: '4',
    balance: '9200',
    rent: '1450',
    spending: '1600',
  });
  const [problem, setProblem] = useState<Problem>();
  const [is_busy, setBusy] = useState(false);
  const wrong = NUMBERS.filter((field) => !/^\d{1,8}(?:\.\d{1,2})?$/.test(typed[field].trim()));
  const life: Life = {
    ...job,
    frequency,
    salary: Number(typed.salary) || 0,
    raise_percent: Number(typed.raise_percent) || 0,
    balance: Number(typed.balance) || 0,
    rent: Number(typed.rent) || 0,
    spending: Number(typed.spending) || 0,
  };
  const declare = async (then: 'person' | 'order'): Promise<void> => {
    if (wrong.length > 0) return;
    setBusy(true);
    const user =
      known === undefined
        ? await http.send<Known>('POST', v1('users/'), { ...name, external_user_id })
        : { value: known };
    const id = user.value?.id ?? '';
    const payroll =
      user.value && (await http.send('POST', v1(`sandbox/users/${id}/payroll/`), payrollBody(life, today)));
    const bank =
      user.value && (await http.send('POST', v1(`sandbox/users/${id}/transactions/`), bankBody(life, today)));
    setBusy(false);
    const failed = ('problem' in user ? user.problem : undefined) ?? payroll?.problem ?? bank?.problem;
    if (failed !== undefined) return setProblem(failed);
    say({ text: words.saved });
    go(
      then === 'person'
        ? to(['people', id])
        : to(['orders', 'new'], { ...name, external_user_id, employer: job.employer }),
    );
  };
  const number = (field: (typeof NUMBERS)[number], label: string) => (
    <TextField
      name={field}
      label={label}
      inputmode="numeric"
      value={typed[field]}
      onInput={(value) => setTyped({ ...typed, [field]: value })}
      fault={wrong.includes(field) ? words.number : undefined}
    />
  );
  return (
    <>
      <PageHead title={known === undefined ? words.title : (fullName(known) ?? words.title)} lead={words.lead} />
      <div class="columns">
        <form
          class="card form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!is_busy) void declare('order');
          }}
        >
          <h2>{words.person}</h2>
          <div class="form-pair">
            <TextField
              name="first_name"
              label={words.first_name}
              value={name.first_name}
              onInput={(first_name) => setName({ ...name, first_name })}
            />
            <TextField
              name="last_name"
              label={words.last_name}
              value={name.last_name}
              onInput={(last_name) => setName({ ...name, last_name })}
            />
          </div>
          {known === undefined && (
            <TextField
              name="external_user_id"
              label={words.external_id}
              value={external_user_id}
              onInput={setExternal}
              fault={faultOf(problem, 'external_user_id')}
            />
          )}
          <h2>{words.job}</h2>
          <div class="form-pair">
            <TextField
              name="employer"
              label={words.employer}
              value={job.employer}
              onInput={(employer) => setJob({ ...job, employer })}
            />
            <TextField
              name="job_title"
              label={words.job_title}
              value={job.job_title}
              onInput={(job_title) => setJob({ ...job, job_title })}
            />
          </div>
          <div class="form-pair">
            {number('salary', words.salary)}
            <Select
              label={words.frequency}
              value={frequency}
              onChange={(value) => setFrequency(FREQUENCIES.find((one) => one === value) ?? 'BW')}
              options={FREQUENCIES.map((value) => ({ value, label: words[value] }))}
            />
          </div>
          <div class="form-pair">
            <TextField
              name="start_date"
              label={words.start_date}
              hint="YYYY-MM-DD"
              value={job.start_date}
              onInput={(start_date) => setJob({ ...job, start_date })}
            />
            {number('raise_percent', words.raise)}
          </div>
          <h2>{words.account}</h2>
          <div class="form-pair">
            {number('balance', words.balance)}
            {number('rent', words.rent)}
            {number('spending', words.spending)}
          </div>
          <FormProblem problem={problem} fields={['external_user_id']} />
          <div class="form-end">
            <Button kind="second" is_busy={is_busy} onClick={() => void declare('person')}>
              {words.save}
            </Button>
            <Button type="submit" is_busy={is_busy}>
              {words.save_and_order}
            </Button>
          </div>
        </form>
        <Preview life={life} today={today} />
      </div>
      <CurlBlock
        method="POST"
        path="sandbox/users/$USER_ID/payroll/"
        body={{ mode: 'replace', employments: [{ company: { name: job.employer }, job_title: job.job_title }] }}
      />
    </>
  );
}

const FREQUENCIES = ['W', 'BW', 'SM', 'M'] as const;

function Preview({ life, today }: { life: Life; today: string }) {
  const words = useWords(WORDS);
  const locale = useLocale();
  const pays = paysOf(life, today);
  const months = monthsBetween(pays.map(({ date }) => date));
  const sums = (part: 'gross_cents' | 'net_cents') =>
    sumsPerMonth(
      months,
      pays.map((pay) => ({ date: pay.date, amount: (pay[part] / 100).toFixed(2) })),
    );
  const [gross, net] = [sums('gross_cents'), sums('net_cents')];
  const balances = balancesOf(life, today);
  return (
    <section class="card" aria-live="polite">
      <h2>{words.preview}</h2>
      <h3>{words.pay}</h3>
      <Chart
        label={words.pay}
        labels={months.map((one) => month(locale, one))}
        kind="lines"
        show={shortDollars}
        height={180}
        series={[
          { name: words.gross, values: gross, colour: '--chart-2' },
          { name: words.net, values: net, colour: '--chart-1' },
        ]}
      />
      <h3>{words.balances}</h3>
      <Chart
        label={words.balances}
        labels={balances.map((one) => month(locale, one.month))}
        kind="bars"
        show={shortDollars}
        height={180}
        series={[{ name: words.balances, values: balances.map(({ cents }) => cents), colour: '--chart-1' }]}
      />
    </section>
  );
}
