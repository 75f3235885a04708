// Schemas of Finch's responses. They contain only the fields that are used.
import { type Static, Type } from 'typebox';
import { list, maybe, maybeDate, maybeList, maybeNumber, maybeText, text } from '#connectors/live/shapes.ts';

export const Token = Type.Object({ access_token: text(1024), connection_id: text(64) });
export const Session = Type.Object({ connect_url: Type.String({ pattern: '^https?://', maxLength: 1024 }) });
export type Session = Static<typeof Session>;
/** A refused session. `context` names the connection that the person already has. */
export const SessionRefusal = Type.Object({
  finch_code: text(128),
  context: Type.Object({ connection_id: text(64) }),
});

export const Introspection = Type.Object({
  connection_id: text(64),
  connection_status: maybe(Type.Object({ status: maybeText(64), message: maybeText(1000) })),
});
export const Done = Type.Object({});

const Location = maybe(
  Type.Object({
    line1: maybeText(256),
    line2: maybeText(256),
    city: maybeText(128),
    state: maybeText(64),
    postal_code: maybeText(32),
    country: maybeText(8),
  }),
);
export type Location = Static<typeof Location>;

const Named = maybe(Type.Object({ name: maybeText(256) }));
const Person = Type.Object({
  id: text(64),
  first_name: maybeText(128),
  middle_name: maybeText(128),
  last_name: maybeText(128),
  department: Named,
  manager: maybe(Type.Object({ id: maybeText(64) })),
  is_active: maybe(Type.Boolean()),
});
export type Person = Static<typeof Person>;
export const DirectoryPage = Type.Object({
  paging: Type.Object({ count: maybeNumber, offset: maybeNumber }),
  individuals: list(Person, 1000),
});

/** The answers of a batch. `code` is the status of one answer: 202 means that it is still being prepared. */
export const Batch = Type.Object({
  responses: list(
    Type.Object({ code: Type.Integer(), payment_id: maybeText(64), body: Type.Optional(Type.Unknown()) }),
    1000,
  ),
});

const Contact = maybe(Type.Object({ data: maybeText(320), type: maybeText(32) }));
export const Individual = Type.Object({
  id: text(64),
  emails: maybeList(Contact, 20),
  phone_numbers: maybeList(Contact, 20),
  residence: Location,
});
export type Individual = Static<typeof Individual>;

export const Employment = Type.Object({
  id: text(64),
  title: maybeText(256),
  start_date: maybeDate,
  end_date: maybeDate,
  is_active: maybe(Type.Boolean()),
  employment_status: maybeText(64),
  department: Named,
});
export type Employment = Static<typeof Employment>;

export const Payments = list(
  Type.Object({
    id: text(64),
    pay_date: maybeDate,
    pay_period: maybe(Type.Object({ start_date: maybeDate, end_date: maybeDate })),
    individual_ids: maybeList(text(64), 50_000),
  }),
  5000,
);
export type Payment = Static<typeof Payments>[number];

/** An amount of money, in cents. */
const Money = maybe(Type.Object({ amount: maybeNumber, currency: maybeText(16) }));
const Line = { name: maybeText(256), type: maybeText(64), amount: maybeNumber };
const PayStatement = Type.Object({
  individual_id: text(64),
  gross_pay: Money,
  net_pay: Money,
  total_hours: maybeNumber,
  earnings: maybeList(maybe(Type.Object({ ...Line, hours: maybeNumber })), 500),
  taxes: maybeList(maybe(Type.Object({ ...Line, employer: maybe(Type.Boolean()) })), 500),
  employee_deductions: maybeList(maybe(Type.Object(Line)), 500),
});
export type PayStatement = Static<typeof PayStatement>;
export const PayStatements = Type.Object({
  paging: maybe(Type.Object({ count: maybeNumber, offset: maybeNumber })),
  pay_statements: list(PayStatement, 1000),
});

export const Notice = Type.Object({ event_type: text(128), connection_id: maybeText(64) });
