// The rows of the form about a declared person: jobs with their raises, accounts, and spending.
import { Button } from '../../../shared/parts/basics.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { ACCOUNT_WORDS } from '../../parts/kinds.ts';
import { useWords, wordFor } from '../../words.ts';
import { addMonths } from './dates.ts';
import {
  type Account,
  type Fault,
  FREQUENCIES,
  freeKey,
  type Job,
  type Life,
  type Spending,
  sampleAccount,
  sampleJob,
} from './life.ts';
import { WORDS } from './words.ts';

/** The types of accounts that the form offers. An account that is declared with another type keeps that type. */
const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS', 'CREDIT_CARD', 'LOAN', 'MORTGAGE', 'INVESTMENT'] as const;

type RowsProps = {
  life: Life;
  today: string;
  faults: ReadonlyMap<string, Fault>;
  onChange(life: Life): void;
};

const without = <Item,>(items: readonly Item[], at: number): Item[] => items.filter((_, place) => place !== at);
const changedAt = <Item,>(items: readonly Item[], at: number, change: Partial<Item>): Item[] =>
  items.map((item, place) => (place === at ? { ...item, ...change } : item));

type InputProps = {
  path: string;
  label: string;
  value: string;
  faults: RowsProps['faults'];
  is_number?: boolean;
  hint?: string;
  fault_text?: string;
  onInput(value: string): void;
};

function Input({ path, label, value, faults, is_number = false, hint, fault_text, onInput }: InputProps) {
  const words = useWords(WORDS);
  const fault = faults.get(path);
  return (
    <TextField
      name={path}
      label={label}
      value={value}
      hint={hint}
      {...(is_number && { inputmode: 'numeric' as const })}
      onInput={onInput}
      fault={fault === undefined ? undefined : (fault_text ?? words[fault])}
    />
  );
}

const HINT = 'YYYY-MM-DD';

export function JobRows({ life, today, faults, onChange }: RowsProps) {
  const words = useWords(WORDS);
  const { jobs, accounts } = life;
  const change = (at: number, values: Partial<Job>): void => onChange({ ...life, jobs: changedAt(jobs, at, values) });
  const names = useAccountNames(accounts);
  return (
    <section class="stack" aria-label={words.jobs}>
      <h2>{words.jobs}</h2>
      {jobs.length === 0 && <p class="soft small">{words.no_jobs}</p>}
      {jobs.map((job, at) => {
        const path = `jobs.${at}`;
        const title = fill(words.job, { number: at + 1 });
        const input = (name: 'employer' | 'job_title' | 'start_date' | 'end_date' | 'salary', label: string) => (
          <Input
            path={`${path}.${name}`}
            label={label}
            value={job[name]}
            faults={faults}
            is_number={name === 'salary'}
            {...(name.endsWith('_date') && { hint: HINT })}
            onInput={(value) => change(at, { [name]: value })}
          />
        );
        return (
          <fieldset class="form-row" key={at}>
            <legend>{title}</legend>
            <div class="form-pair">
              {input('employer', words.employer)}
              {input('job_title', words.job_title)}
            </div>
            <div class="form-pair">
              {input('salary', words.salary)}
              <Select
                label={words.frequency}
                value={job.frequency}
                onChange={(value) => change(at, { frequency: FREQUENCIES.find((one) => one === value) ?? 'BW' })}
                options={FREQUENCIES.map((value) => ({ value, label: words[value] }))}
              />
              <Select
                label={words.paid_to}
                value={job.paid_to}
                onChange={(paid_to) => change(at, { paid_to })}
                options={[{ value: '', label: words.nowhere }, ...names]}
              />
            </div>
            <div class="form-pair">
              {input('start_date', words.start_date)}
              {input('end_date', words.end_date)}
            </div>
            {job.raises.map((raise, place) => (
              <div class="form-pair" key={place}>
                <Input
                  path={`${path}.raises.${place}.date`}
                  label={words.raise_on}
                  value={raise.date}
                  hint={HINT}
                  faults={faults}
                  onInput={(date) => change(at, { raises: changedAt(job.raises, place, { date }) })}
                />
                <Input
                  path={`${path}.raises.${place}.percent`}
                  label={words.raise}
                  value={raise.percent}
                  is_number
                  faults={faults}
                  onInput={(percent) => change(at, { raises: changedAt(job.raises, place, { percent }) })}
                />
                <Remove
                  what={fill(words.a_raise, { number: place + 1, job: at + 1 })}
                  onClick={() => change(at, { raises: without(job.raises, place) })}
                />
              </div>
            ))}
            <div class="line">
              <Button
                kind="quiet"
                label={fill(words.add_raise_to, { number: at + 1 })}
                onClick={() => change(at, { raises: [...job.raises, { date: addMonths(today, -3), percent: '3' }] })}
              >
                {words.add_raise}
              </Button>
              <Remove what={title} onClick={() => onChange({ ...life, jobs: without(jobs, at) })} />
            </div>
          </fieldset>
        );
      })}
      <div class="line">
        <Button
          kind="second"
          onClick={() => onChange({ ...life, jobs: [...jobs, sampleJob(today, accounts[0]?.key ?? '')] })}
        >
          {words.add_job}
        </Button>
      </div>
    </section>
  );
}

export function AccountRows({ life, faults, onChange }: RowsProps) {
  const words = useWords(WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  const { accounts } = life;
  const change = (at: number, values: Partial<Account>): void =>
    onChange({ ...life, accounts: changedAt(accounts, at, values) });
  return (
    <section class="stack" aria-label={words.accounts}>
      <h2>{words.accounts}</h2>
      {accounts.length === 0 && <p class="soft small">{words.no_accounts}</p>}
      {accounts.map((account, at) => {
        const title = fill(words.account, { number: at + 1 });
        const input = (name: 'name' | 'mask' | 'balance', label: string) => (
          <Input
            path={`accounts.${at}.${name}`}
            label={label}
            value={account[name]}
            faults={faults}
            is_number={name === 'balance'}
            {...(name === 'mask' && { fault_text: words.mask_fault })}
            onInput={(value) => change(at, { [name]: value })}
          />
        );
        const types = [account.type, ...ACCOUNT_TYPES.filter((type) => type !== account.type)];
        return (
          <fieldset class="form-row" key={account.key}>
            <legend>{title}</legend>
            <div class="form-pair">
              <Select
                label={words.type}
                value={account.type}
                onChange={(value) => change(at, { type: types.find((type) => type === value) ?? account.type })}
                options={types.map((value) => ({ value, label: wordFor(kinds, value) }))}
              />
              {input('balance', words.balance)}
            </div>
            <div class="form-pair">
              {input('name', words.name)}
              {input('mask', words.mask)}
            </div>
            <div class="line">
              <Remove
                what={title}
                onClick={() =>
                  onChange({
                    jobs: life.jobs.map((job) => (job.paid_to === account.key ? { ...job, paid_to: '' } : job)),
                    accounts: without(accounts, at),
                    spending: life.spending.filter((one) => one.account !== account.key),
                  })
                }
              />
            </div>
          </fieldset>
        );
      })}
      <div class="line">
        <Button
          kind="second"
          onClick={() => onChange({ ...life, accounts: [...accounts, sampleAccount(freeKey(accounts))] })}
        >
          {words.add_account}
        </Button>
      </div>
    </section>
  );
}

export function SpendingRows({ life, faults, onChange }: RowsProps) {
  const words = useWords(WORDS);
  const { spending, accounts } = life;
  const names = useAccountNames(accounts);
  const [first] = accounts;
  const change = (at: number, values: Partial<Spending>): void =>
    onChange({ ...life, spending: changedAt(spending, at, values) });
  if (first === undefined) return null;
  return (
    <section class="stack" aria-label={words.spending}>
      <h2>{words.spending}</h2>
      {spending.length === 0 && <p class="soft small">{words.no_spending}</p>}
      {spending.map((one, at) => {
        const title = fill(words.spending_row, { number: at + 1 });
        const input = (name: 'description' | 'monthly', label: string) => (
          <Input
            path={`spending.${at}.${name}`}
            label={label}
            value={one[name]}
            faults={faults}
            is_number={name === 'monthly'}
            onInput={(value) => change(at, { [name]: value })}
          />
        );
        return (
          <fieldset class="form-row" key={at}>
            <legend>{title}</legend>
            <div class="form-pair">
              {input('description', words.description)}
              {input('monthly', words.monthly)}
            </div>
            <div class="form-pair">
              <Select
                label={words.times}
                value={String(one.times)}
                onChange={(value) => change(at, { times: value === '1' ? 1 : 4 })}
                options={[
                  { value: '1', label: words.times_1 },
                  { value: '4', label: words.times_4 },
                ]}
              />
              <Select
                label={words.from_account}
                value={one.account}
                onChange={(account) => change(at, { account })}
                options={names}
              />
            </div>
            <div class="line">
              <Remove what={title} onClick={() => onChange({ ...life, spending: without(spending, at) })} />
            </div>
          </fieldset>
        );
      })}
      <div class="line">
        <Button
          kind="second"
          onClick={() =>
            onChange({
              ...life,
              spending: [...spending, { description: 'UTILITIES', monthly: '120', times: 1, account: first.key }],
            })
          }
        >
          {words.add_spending}
        </Button>
      </div>
    </section>
  );
}

function Remove({ what, onClick }: { what: string; onClick(): void }) {
  const words = useWords(WORDS);
  return (
    <Button kind="quiet" onClick={onClick}>
      {fill(words.remove, { what })}
    </Button>
  );
}

/** The accounts as options of a list: their names or, without a name, their positions. */
export function useAccountNames(accounts: readonly Account[]): { value: string; label: string }[] {
  const words = useWords(WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  return accounts.map(({ key, name, type, mask }, at) => ({
    value: key,
    label:
      name.trim() ||
      `${fill(words.account, { number: at + 1 })} (${wordFor(kinds, type)}${mask === '' ? '' : ` ${mask}`})`,
  }));
}
