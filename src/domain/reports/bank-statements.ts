// Monthly bank statements of deposit accounts.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { fileNameOf } from './file-names.ts';
import type { FileUrl } from './statements.ts';

const amount = nullable(Money);

export const BankStatementAnswer = shape('BankStatement', 'A monthly statement of a deposit account.', {
  id: Id,
  account_id: Id,
  period_start: CalendarDate,
  period_end: CalendarDate,
  opening_balance: amount,
  closing_balance: amount,
  total_deposits: amount,
  total_withdrawals: amount,
  currency_code: Type.String({ examples: ['USD'] }),
  file: sensitive('file', nullable(Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' }))),
  md5sum: nullable(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  created_at: Timestamp,
});
export type BankStatementAnswer = Static<typeof BankStatementAnswer>;

export type BankStatement = InHundredths<Omit<BankStatementAnswer, 'file' | 'created_at'>> & { file_id: string | null };

export const presentBankStatement = (
  { file_id, updated_at: _updated, ...statement }: Timed<InDecimals<BankStatement>>,
  fileUrl: FileUrl,
): BankStatementAnswer => ({
  ...statement,
  file: file_id === null ? null : fileUrl(fileNameOf('bank-statement', statement.id, file_id)),
});

/** Sorts statements by month, newest month first. Statements of the same month are sorted by account. */
type Ranked = Pick<BankStatement, 'period_end' | 'account_id'>;
export const byNewestPeriod = (a: Ranked, b: Ranked): number =>
  b.period_end.localeCompare(a.period_end) || a.account_id.localeCompare(b.account_id);
