// Compares the data that was read from a sample file with the data that the author of the file expects.
import type {
  CsvColumns,
  ImportedAccount,
  ImportedPart,
  ImportedTransaction,
  ImportFormat,
} from '#analysis/imports/imported-parts.ts';
import { formatMoney, sum } from '#base/money.ts';

type Row = { date: string; or_date?: string; amount: string; description: string };
type ExpectedAccount = {
  number: string | null;
  type: string | null;
  currency_code: string | null;
  transactions_count: number;
  or_transactions_count?: number;
  credits: string;
  debits: string;
  opening: string | null;
  closing: string | null;
  first: Row | null;
  last: Row | null;
};
type ExpectedPayment = {
  kind: string;
  name: string;
  account_number: string;
  amount: string;
  date: string;
  company: string;
};
type ExpectedW2 = {
  year: number;
  ein: string;
  ssn: string;
  last: string;
  suffix: string;
  codes: Record<string, string>;
} & Record<`box${number}`, string>;
type ExpectedForm = { form: string; year: number; payer_tin: string; tin: string; amounts: Record<string, string> };

export type Expected = {
  format: ImportFormat;
  accounts?: ExpectedAccount[];
  payments?: ExpectedPayment[];
  w2s?: ExpectedW2[];
  forms_1099?: ExpectedForm[];
  /**
   * The reason why the expected content is unknown. It is set only if the contract does not specify what the file
   * contains.
   */
  unclear?: string;
  warnings?: boolean;
  fault?: { on: string; line: number | null; or_lines?: number[]; column: number | null };
  request?: { columns: Partial<CsvColumns> };
};

/**
 * The reason why a file is rejected: either an error in its content at a position (line and column), or table columns
 * that cannot be interpreted.
 */
export type Refusal = { on: 'content' | 'columns'; line: number | null; column: number | null };

export function faultDifferences({ fault }: Expected, refusal: Refusal): string[] {
  if (fault === undefined) return [`is refused at line ${refusal.line}, column ${refusal.column}`];
  const lines = [fault.line, ...(fault.or_lines ?? [])];
  return [
    ...differs('fault on', fault.on, refusal.on),
    ...(lines.includes(null) || lines.includes(refusal.line) ? [] : [`fault line ${refusal.line}, not ${lines}`]),
    ...(fault.column === null ? [] : differs('fault column', fault.column, refusal.column)),
  ];
}

export function differences(expected: Expected, format: ImportFormat, parts: readonly ImportedPart[]): string[] {
  if (expected.fault !== undefined) return ['is not refused'];
  const of = <P extends ImportedPart['part']>(part: P) =>
    parts.filter((one): one is Extract<ImportedPart, { part: P }> => one.part === part);
  return [
    ...differs('format', expected.format, format),
    ...differs('has warnings', expected.warnings ?? false, of('warning').length > 0),
    ...accountDifferences(expected.accounts ?? [], parts),
    ...differs(
      'payments',
      (expected.payments ?? []).filter(({ kind }) => kind === 'credit').map(paymentText),
      of('payment').map(({ payment }) =>
        paymentText({
          name: payment.receiver_name,
          account_number: payment.account_number,
          amount: formatMoney(payment.amount),
          date: payment.effective_date,
          company: payment.company_name,
        }),
      ),
    ),
    ...differs(
      'W-2s',
      (expected.w2s ?? []).map(w2Text),
      of('w2').map(({ w2 }) => importedW2Text(w2)),
    ),
    ...differs(
      '1099s',
      (expected.forms_1099 ?? []).map(({ form, year, payer_tin, tin, amounts }) =>
        JSON.stringify([form.replace(/^1099-/, ''), year, digits(payer_tin), digits(tin), sorted(amounts)]),
      ),
      of('form_1099').map(({ form: { form, tax_year, payer, recipient, amounts } }) =>
        JSON.stringify([form, tax_year, payer.tax_id ?? '', recipient.tax_id ?? '', sorted(inDecimals(amounts))]),
      ),
    ),
  ];
}

function accountDifferences(expected: readonly ExpectedAccount[], parts: readonly ImportedPart[]): string[] {
  const accounts = parts.flatMap((one) => (one.part === 'account' ? [one.account] : []));
  if (accounts.length !== expected.length) return [`${accounts.length} accounts, not ${expected.length}`];
  return expected.flatMap((wanted, at) => {
    const account = accounts[at];
    if (account === undefined) return [];
    const rows = parts.flatMap((one) =>
      one.part === 'transaction' && one.transaction.account_key === account.key ? [one.transaction] : [],
    );
    const balance = (kind: 'opening' | 'closing') => {
      const found = parts.flatMap((one) =>
        one.part === 'balance' && one.balance.account_key === account.key && one.balance.kind === kind
          ? [one.balance.amount]
          : [],
      );
      const amount = kind === 'opening' ? found[0] : found.at(-1);
      return amount === undefined ? null : formatMoney(amount);
    };
    const counts = [wanted.transactions_count, wanted.or_transactions_count];
    const prefix = `account ${at}: `;
    return [
      ...known(`${prefix}number`, wanted.number, numberLike(wanted.number, account)),
      ...known(`${prefix}type`, wanted.type?.toUpperCase() ?? null, account.type),
      ...known(`${prefix}currency`, wanted.currency_code, account.currency_code),
      ...(counts.includes(rows.length) ? [] : [`${prefix}${rows.length} transactions, not ${counts}`]),
      ...differs(
        `${prefix}credits`,
        wanted.credits,
        formatMoney(sum(rows.map(({ amount }) => (amount > 0n ? amount : 0n)))),
      ),
      ...differs(
        `${prefix}debits`,
        wanted.debits,
        formatMoney(sum(rows.map(({ amount }) => (amount < 0n ? -amount : 0n)))),
      ),
      ...known(`${prefix}opening`, wanted.opening, balance('opening')),
      ...known(`${prefix}closing`, wanted.closing, balance('closing')),
      ...rowDifferences(`${prefix}first row`, wanted.first, rows[0]),
      ...rowDifferences(`${prefix}last row`, wanted.last, rows.at(-1)),
    ];
  });
}

/** MT940 files contain the bank and the account as one string, such as `10020030/1234567`. */
const numberLike = (wanted: string | null, { institution, number }: ImportedAccount): string | null =>
  wanted?.includes('/') ? `${institution}/${number}` : number;

function rowDifferences(name: string, wanted: Row | null, row: ImportedTransaction | undefined): string[] {
  if (wanted === null || row === undefined) return differs(name, wanted === null, row === undefined);
  const dates = [wanted.date, wanted.or_date];
  const text = plain(`${row.description} ${row.memo ?? ''}`);
  return [
    ...(dates.includes(row.posted_on ?? row.transacted_on ?? '')
      ? []
      : [`${name}: date ${row.posted_on}, not ${dates}`]),
    ...differs(`${name}: amount`, wanted.amount, formatMoney(row.amount)),
    ...(text.includes(plain(wanted.description)) ? [] : [`${name}: description ${text}, not ${wanted.description}`]),
  ];
}

const differs = (name: string, wanted: unknown, found: unknown): string[] =>
  JSON.stringify(wanted) === JSON.stringify(found)
    ? []
    : [`${name} ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
/** Compares two values. If the expected value is null, any value is accepted. */
const known = (name: string, wanted: unknown, found: unknown): string[] =>
  wanted === null ? [] : differs(name, wanted, found);

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
const digits = (text: string): string => text.replaceAll(/\D/g, '');
const sorted = (amounts: Readonly<Record<string, string>>) => Object.entries(amounts).toSorted();
const inDecimals = (amounts: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatMoney(amount)]));

const paymentText = ({ name, account_number, amount, date, company }: Omit<ExpectedPayment, 'kind'>): string =>
  [plain(name), account_number, amount, date, plain(company)].join(' | ');

const BOXES = [1, 2, 3, 4, 5, 6, 7] as const;
const w2Text = (w2: ExpectedW2): string =>
  JSON.stringify([
    w2.year,
    digits(w2.ein),
    digits(w2.ssn),
    plain(`${w2.last} ${w2.suffix}`),
    BOXES.map((box) => w2[`box${box}`]),
    sorted(w2.codes),
  ]);

type ImportedW2 = Extract<ImportedPart, { part: 'w2' }>['w2'];
function importedW2Text({ tax_year, employer, employee, boxes }: ImportedW2): string {
  const codes = Object.entries(boxes).flatMap(([box, amount]) => {
    const code = /^12([A-Z]{1,2})$/.exec(box)?.[1];
    return code === undefined ? [] : [[code, formatMoney(amount)] as const];
  });
  return JSON.stringify([
    tax_year,
    employer.tax_id,
    employee.tax_id,
    plain(employee.last_name),
    BOXES.map((box) => formatMoney(boxes[box] ?? 0n)),
    codes.toSorted(),
  ]);
}
