// Schemas of Plaid's responses. They contain only the fields that are used.
import { type Static, Type } from 'typebox';
import {
  date,
  list,
  maybe,
  maybeDate,
  maybeList,
  maybeNumber,
  maybeText,
  number,
  text,
} from '#connectors/live/shapes.ts';

export const PlaidError = Type.Object({
  error_type: maybeText(128),
  error_code: text(128),
  display_message: maybeText(2000),
});
export type PlaidError = Static<typeof PlaidError>;

export const LinkTokenCreated = Type.Object({ link_token: text(512), hosted_link_url: maybeText(4096) });

/** The bank and the accounts that the person chose. */
const Chosen = {
  institution: maybe(Type.Object({ institution_id: maybeText(64) })),
  accounts: maybeList(
    Type.Object({ mask: maybeText(32), name: maybeText(512), type: maybeText(64), subtype: maybeText(64) }),
    500,
  ),
};
export type Chosen = Static<ReturnType<typeof Type.Object<typeof Chosen>>>;
export const LinkTokenState = Type.Object({
  link_sessions: maybeList(
    Type.Object({
      results: maybe(
        Type.Object({ item_add_results: maybeList(Type.Object({ public_token: text(512), ...Chosen }), 50) }),
      ),
      /** The result of a session in Plaid's older format. */
      on_success: maybe(Type.Object({ public_token: text(512), metadata: maybe(Type.Object(Chosen)) })),
      exit: maybe(Type.Object({ error: maybe(PlaidError) })),
    }),
    50,
  ),
});

export const Exchanged = Type.Object({ access_token: text(512), item_id: text(256) });
export const ItemState = Type.Object({ item: Type.Object({ item_id: text(256), error: maybe(PlaidError) }) });
export const Done = Type.Object({});

const Currency = { iso_currency_code: maybeText(16), unofficial_currency_code: maybeText(16) };

const Account = Type.Object({
  account_id: text(256),
  balances: Type.Object({ available: maybeNumber, current: maybeNumber, limit: maybeNumber, ...Currency }),
  mask: maybeText(32),
  name: text(512),
  official_name: maybeText(512),
  type: text(64),
  subtype: maybeText(64),
});
export type WireAccount = Static<typeof Account>;
export const Accounts = Type.Object({
  accounts: list(Account, 500),
  item: maybe(Type.Object({ institution_id: maybeText(64) })),
});

export const Numbers = Type.Object({
  numbers: Type.Object({
    ach: list(
      Type.Object({ account_id: text(256), account: text(64), routing: text(32), wire_routing: maybeText(32) }),
      500,
    ),
  }),
});
export type Numbers = Static<typeof Numbers>;

const Contact = Type.Object({ data: text(320), primary: maybe(Type.Boolean()) });
const Owner = Type.Object({
  names: list(text(256), 20),
  emails: maybeList(Contact, 20),
  phone_numbers: maybeList(Contact, 20),
  addresses: maybeList(
    Type.Object({
      primary: maybe(Type.Boolean()),
      data: Type.Object({
        street: maybeText(512),
        city: maybeText(128),
        region: maybeText(64),
        postal_code: maybeText(32),
        country: maybeText(8),
      }),
    }),
    20,
  ),
});
export type WireOwner = Static<typeof Owner>;
export const Owners = Type.Object({
  accounts: list(Type.Object({ account_id: text(256), owners: list(Owner, 20) }), 500),
});
export type Owners = Static<typeof Owners>;

const Payments = {
  account_id: maybeText(256),
  last_payment_amount: maybeNumber,
  last_payment_date: maybeDate,
  next_payment_due_date: maybeDate,
};
const Card = Type.Object({
  ...Payments,
  aprs: maybeList(Type.Object({ apr_percentage: number, apr_type: text(64) }), 20),
  last_statement_balance: maybeNumber,
  last_statement_issue_date: maybeDate,
  minimum_payment_amount: maybeNumber,
});
const Mortgage = Type.Object({
  ...Payments,
  escrow_balance: maybeNumber,
  interest_rate: maybe(Type.Object({ percentage: maybeNumber })),
  loan_term: maybeText(64),
  maturity_date: maybeDate,
  next_monthly_payment: maybeNumber,
  origination_principal_amount: maybeNumber,
  ytd_interest_paid: maybeNumber,
});
const StudentLoan = Type.Object({
  ...Payments,
  expected_payoff_date: maybeDate,
  interest_rate_percentage: maybeNumber,
  minimum_payment_amount: maybeNumber,
  origination_principal_amount: maybeNumber,
  ytd_interest_paid: maybeNumber,
});
export type WireCard = Static<typeof Card>;
export type WireMortgage = Static<typeof Mortgage>;
export type WireStudentLoan = Static<typeof StudentLoan>;
export const Debts = Type.Object({
  liabilities: Type.Object({
    credit: maybeList(Card, 500),
    mortgage: maybeList(Mortgage, 500),
    student: maybeList(StudentLoan, 500),
  }),
});
export type Debts = Static<typeof Debts>;

export const Investments = Type.Object({
  holdings: list(
    Type.Object({
      account_id: text(256),
      security_id: text(256),
      institution_price: maybeNumber,
      institution_price_as_of: maybeDate,
      institution_value: number,
      cost_basis: maybeNumber,
      quantity: number,
      ...Currency,
    }),
    10_000,
  ),
  securities: list(
    Type.Object({
      security_id: text(256),
      name: maybeText(512),
      ticker_symbol: maybeText(64),
      cusip: maybeText(32),
      type: maybeText(64),
    }),
    10_000,
  ),
});
export type Investments = Static<typeof Investments>;

const Transaction = Type.Object({
  transaction_id: text(256),
  account_id: text(256),
  amount: number,
  ...Currency,
  date,
  datetime: maybeText(64),
  authorized_date: maybeDate,
  authorized_datetime: maybeText(64),
  name: text(2000),
  original_description: maybeText(2000),
  pending: Type.Boolean(),
  check_number: maybeText(64),
  personal_finance_category: maybe(Type.Object({ primary: text(128), detailed: text(128) })),
  location: maybe(Type.Object({ lat: maybeNumber, lon: maybeNumber })),
});
export type WireTransaction = Static<typeof Transaction>;

export const SyncPage = Type.Object({
  added: list(Transaction, 2000),
  modified: list(Transaction, 2000),
  removed: list(Type.Object({ transaction_id: text(256) }), 2000),
  next_cursor: text(1024),
  has_more: Type.Boolean(),
  transactions_update_status: maybeText(64),
});

export const VerificationKey = Type.Object({
  key: Type.Object({
    alg: text(16),
    crv: text(16),
    kid: text(256),
    kty: text(16),
    x: text(128),
    y: text(128),
    expired_at: maybe(Type.Number()),
  }),
});

export const Notice = Type.Object({ webhook_type: text(64), webhook_code: text(64), item_id: maybeText(256) });
