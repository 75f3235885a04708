// The daily balances behind an asset report. The console draws them; the report itself contains only averages.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { Money } from '#base/money.ts';
import { Id, shape } from '#base/schema.ts';

export const DailyBalancesAnswer = shape('DailyBalances', 'The balance of each account at the end of each day.', {
  accounts: Type.Array(
    Type.Object({
      account_id: Id,
      is_counted: Type.Boolean({ description: 'Whether the totals of the report include the account.' }),
      first_day: CalendarDate,
      balances: Type.Array(Money, {
        description:
          'From the first day on. The last balance is that of the day of the report. Empty if the report has no amounts.',
      }),
    }),
  ),
});
export type DailyBalancesAnswer = Static<typeof DailyBalancesAnswer>;
