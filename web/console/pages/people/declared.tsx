// The part of a person's page that shows what is declared for the person in the sandbox.
import { Table } from '../../../shared/parts/table.tsx';
import { fill } from '../../../shared/words.ts';
import { useDesk } from '../../desk.tsx';
import { count, day, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { ACCOUNT_WORDS, accountName, UNIT_WORDS } from '../../parts/kinds.ts';
import { CurlBlock, Json, Show } from '../../parts/states.tsx';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';
import type { Declared, DeclaredAccount, DeclaredJob } from '../persons/declared.ts';
import { TransactionTable } from './asset-report.tsx';

const DECLARED_WORDS = inBoth(
  {
    none: 'Nothing is declared for this person. Providers return the sample data.',
    change: 'Change what is declared',
    jobs: 'Declared employments',
    no_jobs: 'No employment is declared. Providers of payroll data return the sample data.',
    employer: 'Employer',
    job: 'Job title',
    since: 'Since',
    until: 'Until',
    income: 'Income',
    statements: 'Pay statements',
    others: 'W-2s and shifts',
    accounts: 'Declared accounts',
    no_accounts: 'No account is declared. Banks return the sample data.',
    account: 'Account',
    number: 'Account number',
    balance: 'Balance',
    transactions: 'Declared transactions',
    shown: '{shown} of {count} transactions are shown, the newest first.',
    when: 'Links show declared data from the next sign-in or refresh on.',
  },
  {
    none: 'No hay nada declarado para esta persona. Los proveedores devuelven los datos de muestra.',
    change: 'Cambiar lo declarado',
    jobs: 'Empleos declarados',
    no_jobs: 'No hay ningún empleo declarado. Los proveedores de nómina devuelven los datos de muestra.',
    employer: 'Empleador',
    job: 'Puesto',
    since: 'Desde',
    until: 'Hasta',
    income: 'Ingreso',
    statements: 'Recibos de pago',
    others: 'W-2 y turnos',
    accounts: 'Cuentas declaradas',
    no_accounts: 'No hay ninguna cuenta declarada. Los bancos devuelven los datos de muestra.',
    account: 'Cuenta',
    number: 'Número de cuenta',
    balance: 'Saldo',
    transactions: 'Transacciones declaradas',
    shown: 'Se muestran {shown} de {count} transacciones, primero las más nuevas.',
    when: 'Las conexiones muestran los datos declarados desde el próximo inicio de sesión o actualización.',
  },
);

export function DeclaredTab({ user_id }: { user_id: string }) {
  const { own, to, may } = useDesk();
  const words = useWords(DECLARED_WORDS);
  const declared = useLoad<Declared>(own(`users/${user_id}/declared/`));
  return (
    <Show of={declared}>
      {(value) =>
        value.employments === null && value.accounts === null ? (
          <section class="stack">
            <p class="soft">{words.none}</p>
            <CurlBlock
              method="POST"
              path={`sandbox/users/${user_id}/payroll/`}
              body={{ employments: [{ company: { name: 'Harbor Mills' }, job_title: 'Clerk' }] }}
            />
          </section>
        ) : (
          <section class="stack">
            <p class="soft small">
              {words.when} {may('sandbox', 'write') && <a href={to(['persons', user_id])}>{words.change}</a>}
            </p>
            <Jobs jobs={value.employments ?? []} />
            <Accounts accounts={value.accounts ?? []} />
            {value.transactions.length > 0 && <Transactions declared={value} />}
            <details class="more">
              <summary>JSON</summary>
              <Json label={words.change} value={{ employments: value.employments, accounts: value.accounts }} />
            </details>
          </section>
        )
      }
    </Show>
  );
}

function Jobs({ jobs }: { jobs: readonly DeclaredJob[] }) {
  const words = useWords(DECLARED_WORDS);
  const units = useWords(UNIT_WORDS);
  const locale = useLocale();
  return (
    <>
      <h2>{words.jobs}</h2>
      {jobs.length === 0 ? (
        <p class="soft">{words.no_jobs}</p>
      ) : (
        <Table
          caption={words.jobs}
          rows={jobs.map((job, at) => ({ ...job, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: words.employer, show: ({ company }) => company.name },
            { label: words.job, show: ({ job_title }) => job_title },
            { label: words.since, show: ({ start_date }) => day(locale, start_date) },
            { label: words.until, is_minor: true, show: ({ end_date }) => day(locale, end_date) },
            {
              label: words.income,
              is_number: true,
              show: ({ income, income_unit }) =>
                `${money(income)} ${income_unit === null ? '' : wordFor(units, income_unit)}`,
            },
            {
              label: words.statements,
              is_number: true,
              show: ({ statements }) => count(locale, statements.length),
            },
            {
              label: words.others,
              is_number: true,
              is_minor: true,
              show: ({ w2s, shifts }) => count(locale, w2s.length + shifts.length),
            },
          ]}
        />
      )}
    </>
  );
}

function Accounts({ accounts }: { accounts: readonly DeclaredAccount[] }) {
  const words = useWords(DECLARED_WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  return (
    <>
      <h2>{words.accounts}</h2>
      {accounts.length === 0 ? (
        <p class="soft">{words.no_accounts}</p>
      ) : (
        <Table
          caption={words.accounts}
          rows={accounts}
          keyOf={({ id }) => id}
          columns={[
            { label: words.account, show: (account) => accountName(kinds, account) },
            { label: words.number, show: ({ account_number }) => account_number },
            { label: words.balance, is_number: true, show: ({ balances }) => money(balances.balance) },
          ]}
        />
      )}
    </>
  );
}

const TRANSACTIONS_SHOWN_MAX = 100;

function Transactions({ declared: { transactions, transactions_count } }: { declared: Declared }) {
  const words = useWords(DECLARED_WORDS);
  const locale = useLocale();
  const shown = transactions.slice(0, TRANSACTIONS_SHOWN_MAX);
  return (
    <details class="more">
      <summary>
        {words.transactions} ({count(locale, transactions_count)})
      </summary>
      {shown.length < transactions_count && (
        <p class="soft small">
          {fill(words.shown, { shown: count(locale, shown.length), count: count(locale, transactions_count) })}
        </p>
      )}
      <TransactionTable transactions={shown} />
    </details>
  );
}
