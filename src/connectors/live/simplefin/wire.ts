// Schemas of what a SimpleFIN server sends. Version 1 of the protocol names the bank in `org` and lists problems as
// texts in `errors`; version 2 names it in `connections` and lists problems in `errlist`. Both are read.
import { type Static, Type } from 'typebox';
import { DECIMAL_PATTERN } from '#connectors/live/amounts.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const maybe = (maxLength: number) => Type.Optional(Type.Union([text(maxLength), Type.Null()]));
const decimal = Type.String({ pattern: DECIMAL_PATTERN, maxLength: 32 });
/** A decimal that some servers leave empty. */
const maybeDecimal = Type.Optional(Type.Union([decimal, Type.Literal(''), Type.Null()]));
/** Seconds since 1970, at most the year 3000. */
const epoch = Type.Number({ minimum: 0, maximum: 32_503_680_000 });

const Transaction = Type.Object({
  id: text(256),
  posted: epoch,
  amount: decimal,
  description: text(2000),
  transacted_at: Type.Optional(Type.Union([epoch, Type.Null()])),
  pending: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  memo: maybe(2000),
});
export type WireTransaction = Static<typeof Transaction>;

/** Holdings are not in the protocol; the SimpleFIN Bridge adds them to investment accounts. */
const Holding = Type.Object({
  id: text(256),
  currency: maybe(256),
  cost_basis: maybeDecimal,
  description: maybe(1000),
  market_value: maybeDecimal,
  shares: maybeDecimal,
  symbol: maybe(64),
});
export type WireHolding = Static<typeof Holding>;

const Account = Type.Object({
  id: text(256),
  name: text(512),
  org: Type.Optional(
    Type.Object({ domain: maybe(256), name: maybe(256), id: maybe(256), 'sfin-url': maybe(2048), url: maybe(2048) }),
  ),
  conn_id: maybe(256),
  currency: text(256),
  balance: decimal,
  'available-balance': maybeDecimal,
  'balance-date': epoch,
  transactions: Type.Optional(Type.Array(Transaction, { maxItems: 50_000 })),
  holdings: Type.Optional(Type.Array(Holding, { maxItems: 5_000 })),
});
export type WireAccount = Static<typeof Account>;

export const AccountSet = Type.Object({
  errors: Type.Optional(Type.Array(text(4000), { maxItems: 200 })),
  errlist: Type.Optional(
    Type.Array(Type.Object({ code: text(64), msg: maybe(4000), message: maybe(4000) }), { maxItems: 200 }),
  ),
  connections: Type.Optional(
    Type.Array(Type.Object({ conn_id: text(256), name: maybe(256), org_name: maybe(256) }), { maxItems: 200 }),
  ),
  accounts: Type.Array(Account, { maxItems: 500 }),
});
export type AccountSet = Static<typeof AccountSet>;
