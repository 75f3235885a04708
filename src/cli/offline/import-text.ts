// Formats the content of an imported file as text for a terminal. Account numbers are masked.
import type { ImportSummary } from '#analysis/imports/import-summary.ts';
import type { ImportFormat } from '#analysis/imports/imported-parts.ts';
import { formatMoney } from '#base/money.ts';
import { harmless } from '#cli/columns.ts';

export type ShownImport = ReturnType<typeof shownSummary>;

/** The summary as it is printed with --json. */
export const shownSummary = (format: ImportFormat, { accounts, payments, forms, ...rest }: ImportSummary) => ({
  format,
  accounts: accounts.map(({ account, balances, ...sums }) => ({
    type: account.type,
    mask: account.number?.slice(-4) ?? null,
    name: account.name,
    owner: account.owner,
    institution: account.institution,
    currency_code: account.currency_code,
    ...sums,
    balances: balances.map(({ kind, amount, date }) => ({ kind, amount, date })),
  })),
  payments: payments.map(({ dates, ...payment }) => ({ ...payment, dates: [...dates].toSorted() })),
  forms: Object.fromEntries(forms),
  ...rest,
});

export function describeImport(summary: ShownImport): string {
  const { format, accounts, payments, forms, warnings, warnings_count } = summary;
  const rest = warnings_count - warnings.length;
  return [
    `format ${format}`,
    ...accounts.flatMap(describeAccount),
    ...payments.map(describePayments),
    ...Object.entries(forms).map(([name, count]) => `${harmless(name)}: ${count}`),
    ...warnings.map(({ line, column, message }) => `warning: line ${line}, column ${column}: ${harmless(message)}`),
    ...(rest > 0 ? [`and ${rest} more warnings`] : []),
  ].join('\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type ShownAccount = ShownImport['accounts'][number];

function describeAccount(account: ShownAccount): string[] {
  const { type, mask, name, institution, currency_code, transactions_count, pending_count, balances } = account;
  const title = [
    type?.toLowerCase().replaceAll('_', ' ') ?? 'account',
    mask === null ? '' : `ending in ${mask}`,
    name ?? '',
    institution ?? '',
    currency_code ?? '',
  ];
  const period = account.first_on === null ? '' : `, ${account.first_on} to ${account.last_on}`;
  const pending = pending_count === 0 ? '' : `, ${pending_count} of them pending`;
  return [
    harmless(title.filter((text) => text !== '').join(' ')),
    `  ${counted(transactions_count, 'transaction')}${pending}${period}`,
    `  in ${formatMoney(account.credits)}, out ${formatMoney(account.debits)}`,
    ...balances.map(
      ({ kind, amount, date }) => `  ${kind} balance ${formatMoney(amount)}${date === null ? '' : ` on ${date}`}`,
    ),
  ];
}

function describePayments({ company_name, count, total, dates }: ShownImport['payments'][number]): string {
  const period = dates[0] === dates.at(-1) ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
  return harmless(`${company_name}: ${counted(count, 'payment')}, ${formatMoney(total)}, ${period}`);
}
