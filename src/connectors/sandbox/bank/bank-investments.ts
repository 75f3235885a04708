// Values of investments: prices that oscillate around a slowly rising trend line, and the holdings of an account.
import { toDate, toDay } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import type { BankLife, InvestmentAccount, Position } from '#connectors/sandbox/lives/bank-life.ts';
import { idOf, randomOf } from '#connectors/sandbox/lives/random.ts';
import type { Holding } from '#domain/reports/investments.ts';
import { rolled } from './bank-days.ts';

const PPM = 1_000_000;
const MARKET_CLOSE = 'T21:00:00Z';

/** Returns the account's cash and its positions. Positions are valued at the last closing price before today. */
export function holdingsOf(
  life: BankLife,
  account: InvestmentAccount,
  account_id: string,
  today: number,
  cash_since: bigint,
  id_seed: string,
): Holding[] {
  const closed_on = lastClose(today);
  const holdings = account.positions.map((position): Holding => {
    const price = priceOn(life, position, closed_on);
    return {
      id: idOf(id_seed, account.key, 'holding', position.name),
      account_id,
      name: position.name,
      symbol: position.symbol,
      cusip: position.cusip,
      security_type: position.security_type,
      quantity: position.quantity,
      price,
      price_as_of: `${toDate(closed_on)}${MARKET_CLOSE}`,
      market_value: valueOf(position, price),
      cost_basis: position.cost_basis,
      currency_code: 'USD',
    };
  });
  const cash = cashOnFirstLogin(life, account) + cash_since;
  return [...holdings, cashHolding(account, account_id, cash, id_seed)];
}

const valueOf = ({ quantity }: Position, price: bigint): bigint => divideRounded(quantity * price, 100n);

/**
 * The account's cash on the day of the first login: the declared worth of the account minus the value of its positions.
 */
function cashOnFirstLogin(life: BankLife, account: InvestmentAccount): bigint {
  const closed_on = lastClose(toDay(life.first_login_date));
  const invested = account.positions.map((position) => valueOf(position, priceOn(life, position, closed_on)));
  return account.worth_on_first_login - sum(invested);
}

const cashHolding = (account: InvestmentAccount, account_id: string, cents: bigint, id_seed: string): Holding => ({
  id: idOf(id_seed, account.key, 'holding', 'cash'),
  account_id,
  name: 'Cash',
  symbol: null,
  cusip: null,
  security_type: 'CASH',
  quantity: cents,
  price: 100n,
  price_as_of: null,
  market_value: cents,
  cost_basis: cents,
  currency_code: 'USD',
});

/** Returns the last business day before today, because today's market may still be open. */
const lastClose = (today: number): number => rolled(today - 1, 'previous');

/**
 * Returns a price. The price follows a trend line and deviates from it by a swing. The swing is interpolated between
 * random values, one per week. On the first login day, the trend line is at the declared price.
 */
function priceOn(life: BankLife, position: Position, day: number): bigint {
  const [week, into] = [Math.floor(day / 7), day - Math.floor(day / 7) * 7];
  const swing = (swingOf(position, week) * (7 - into) + swingOf(position, week + 1) * into) / 7;
  const growth = (position.growth_ppm * (day - toDay(life.first_login_date))) / 365;
  return divideRounded(position.price * BigInt(Math.round(PPM + swing + growth)), BigInt(PPM));
}

const swingOf = ({ name, swing_ppm }: Position, week: number): number =>
  randomOf('price', name, String(week)).integer(-swing_ppm, swing_ppm);
