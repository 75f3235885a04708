// The holdings of an investment account. Quantities and prices are decimals, like amounts of money.
import { type Static, Type } from 'typebox';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { type Account, AccountAnswer } from './financial-accounts.ts';

export const SECURITY_TYPES = ['EQUITY', 'ETF', 'MUTUAL_FUND', 'BOND', 'CASH', 'CD', 'OTHER'] as const;
export type SecurityType = (typeof SECURITY_TYPES)[number];

const text = nullable(Type.String());
const amount = nullable(Money);

export const HoldingAnswer = shape('Holding', 'A position in an investment account.', {
  id: Id,
  account_id: Id,
  name: Type.String(),
  symbol: text,
  cusip: text,
  security_type: choice(SECURITY_TYPES),
  quantity: Money,
  price: amount,
  price_as_of: nullable(Timestamp),
  market_value: Money,
  cost_basis: amount,
  currency_code: Type.String({ examples: ['USD'] }),
});
export type HoldingAnswer = Static<typeof HoldingAnswer>;

export const InvestmentsAnswer = shape('Investments', 'The investment accounts of a link and their holdings.', {
  accounts: Type.Array(AccountAnswer),
  holdings: Type.Array(HoldingAnswer),
});
export type InvestmentsAnswer = Static<typeof InvestmentsAnswer>;

export type Holding = InHundredths<HoldingAnswer>;

export const isInvestmentAccount = ({ type }: Pick<Account, 'type'>): boolean => type === 'INVESTMENT' || type === 'CD';

export const presentHolding = ({
  created_at: _created,
  updated_at: _updated,
  ...holding
}: Timed<InDecimals<Holding>>): HoldingAnswer => holding;
