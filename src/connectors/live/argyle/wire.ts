// Schemas of Argyle's responses. They contain only the fields that are used.
import { type Static, type TSchema, Type } from 'typebox';
import { decimal, list, maybe, maybeList, maybeNumber, maybeText, text } from '#connectors/live/shapes.ts';

const maybeDecimal = maybe(decimal);
/** A date or a timestamp. In a birth date, a dash stands for a hidden part. */
const moment = maybeText(40);

export const ArgyleUser = Type.Object({ id: text(64) });
export const Verification = Type.Object({ id: text(64) });
/** `link` is opened in the person's browser. */
export const LinkSession = Type.Object({ link: Type.String({ pattern: '^https?://', maxLength: 4096 }) });

const Availability = maybe(Type.Object({ status: maybeText(32), available_count: maybeNumber }));
export const ArgyleAccount = Type.Object({
  id: text(64),
  updated_at: moment,
  connection: Type.Object({
    status: text(32),
    error_code: maybeText(128),
    error_message: maybeText(1000),
    /** The time at which `status` changed last. */
    updated_at: moment,
  }),
  availability: maybe(
    Type.Object({
      identities: Availability,
      paystubs: Availability,
      payroll_documents: Availability,
      gigs: Availability,
    }),
  ),
});
export type ArgyleAccount = Static<typeof ArgyleAccount>;

/** One page of a list; `next` is the URL of the next page. */
export const pageOf = <Schema extends TSchema>(results: Schema) =>
  Type.Object({ next: maybeText(4096), results: list(results, 200) });

const Address = maybe(
  Type.Object({
    line1: maybeText(256),
    line2: maybeText(256),
    city: maybeText(128),
    state: maybeText(64),
    postal_code: maybeText(32),
    country: maybeText(8),
  }),
);
export type WireAddress = Static<typeof Address>;

export const Identity = Type.Object({
  id: text(64),
  employment: maybeText(64),
  employer: maybeText(256),
  first_name: maybeText(128),
  last_name: maybeText(128),
  full_name: maybeText(256),
  birth_date: moment,
  email: maybeText(320),
  phone_number: maybeText(64),
  ssn: maybeText(32),
  address: Address,
  employment_status: maybeText(32),
  employment_type: maybeText(32),
  job_title: maybeText(256),
  hire_date: moment,
  original_hire_date: moment,
  termination_date: moment,
  base_pay: maybe(Type.Object({ amount: maybeDecimal, period: maybeText(32) })),
  pay_cycle: maybeText(32),
  updated_at: moment,
});
export type Identity = Static<typeof Identity>;

const Total = maybe(Type.Object({ amount: maybeDecimal, amount_ytd: maybeDecimal }));
export const Paystub = Type.Object({
  id: text(64),
  employment: maybeText(64),
  employer: maybeText(256),
  payroll_document: maybeText(64),
  status: maybeText(32),
  paystub_date: moment,
  paystub_period: maybe(Type.Object({ start_date: moment, end_date: moment })),
  gross_pay: maybeDecimal,
  gross_pay_ytd: maybeDecimal,
  net_pay: maybeDecimal,
  net_pay_ytd: maybeDecimal,
  hours: maybeDecimal,
  gross_pay_list: maybeList(
    Type.Object({
      name: maybeText(256),
      type: maybeText(64),
      rate: maybeDecimal,
      hours: maybeDecimal,
      amount: maybeDecimal,
      amount_ytd: maybeDecimal,
    }),
    200,
  ),
  gross_pay_list_totals: maybe(
    Type.Object({ base: Total, overtime: Total, commission: Total, bonus: Total, other: Total }),
  ),
  tax_list: maybeList(
    Type.Object({ name: maybeText(256), type: maybeText(64), amount: maybeDecimal, amount_ytd: maybeDecimal }),
    200,
  ),
  deduction_list: maybeList(Type.Object({ name: maybeText(256), amount: maybeDecimal, amount_ytd: maybeDecimal }), 200),
});
export type Paystub = Static<typeof Paystub>;

export const Gig = Type.Object({
  id: text(64),
  employment: maybeText(64),
  status: maybeText(32),
  start_datetime: moment,
  end_datetime: moment,
  duration: maybeNumber,
  start_location: maybe(Type.Object({ formatted_address: maybeText(512) })),
  income: maybe(Type.Object({ total: maybeDecimal })),
});
export type Gig = Static<typeof Gig>;

export const PayrollDocument = Type.Object({
  id: text(64),
  account: text(64),
  employment: maybeText(64),
  document_type: maybe(Type.Union([text(64), Type.Number()])),
  ocr_data: maybe(
    Type.Object({
      year: maybe(Type.Union([text(16), Type.Number()])),
      form: maybe(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});
export type PayrollDocument = Static<typeof PayrollDocument>;

export const Notice = Type.Object({
  event: text(128),
  data: maybe(
    Type.Object({
      account: maybeText(64),
      available_count: maybe(Type.Unknown()),
      resource: maybe(Type.Object({ updated_at: moment })),
    }),
  ),
});
export type Notice = Static<typeof Notice>;
