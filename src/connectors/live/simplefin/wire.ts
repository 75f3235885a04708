// Schemas of the responses of a SimpleFIN server. Version 1 of the protocol names the bank in `org` and lists problems
// as texts in `errors`. Version 2 names the bank in `connections` and lists problems in `errlist`. The connector reads
// both versions.
import { type Static, Type } from 'typebox';
import { decimal, epoch, maybe, maybeText, text } from '#connectors/live/shapes.ts';

/** A decimal that some servers leave empty. */
const maybeDecimal = maybe(Type.Union([decimal, Type.Literal('')]));

const Transaction = Type.Object({
  id: text(256),
  posted: epoch,
  amount: decimal,
  description: text(2000),
  transacted_at: maybe(epoch),
  pending: maybe(Type.Boolean()),
  memo: maybeText(2000),
});
export type WireTransaction = Static<typeof Transaction>;

/** Holdings are not in the protocol; the SimpleFIN Bridge adds them to investment accounts. */
const Holding = Type.Object({
  id: text(256),
  currency: maybeText(256),
  cost_basis: maybeDecimal,
  description: maybeText(1000),
  market_value: maybeDecimal,
  shares: maybeDecimal,
  symbol: maybeText(64),
});
export type WireHolding = Static<typeof Holding>;

const Account = Type.Object({
  id: text(256),
  name: text(512),
  org: Type.Optional(
    Type.Object({
      domain: maybeText(256),
      name: maybeText(256),
      id: maybeText(256),
      'sfin-url': maybeText(2048),
      url: maybeText(2048),
    }),
  ),
  conn_id: maybeText(256),
  currency: text(256),
  balance: decimal,
  'available-balance': maybeDecimal,
  transactions: Type.Optional(Type.Array(Transaction, { maxItems: 50_000 })),
  holdings: Type.Optional(Type.Array(Holding, { maxItems: 5_000 })),
});
export type WireAccount = Static<typeof Account>;

export const AccountSet = Type.Object({
  errors: Type.Optional(Type.Array(text(4000), { maxItems: 200 })),
  errlist: Type.Optional(
    Type.Array(Type.Object({ code: text(64), msg: maybeText(4000), message: maybeText(4000) }), { maxItems: 200 }),
  ),
  connections: Type.Optional(
    Type.Array(Type.Object({ conn_id: text(256), name: maybeText(256), org_name: maybeText(256) }), { maxItems: 200 }),
  ),
  accounts: Type.Array(Account, { maxItems: 500 }),
});
export type AccountSet = Static<typeof AccountSet>;
