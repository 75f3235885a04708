// Requests and responses between the server and the widget's browser code. They are internal, so they may change
// whenever the widget changes.
import { type Static, type TSchema, Type } from 'typebox';
import { choice, Id, nullable, optionalText, requiredText, Timestamp } from '#base/schema.ts';
import { DATA_SOURCES, PRODUCT_TYPES } from '#domain/access/products.ts';
import { DocumentUpload } from '#domain/access/template-documents.ts';
import { Bridge, Branding as TemplateBranding } from '#domain/access/template-looks.ts';
import { LOCALES } from '#domain/connections/bridge-tokens.ts';
import { ACCOUNT_TYPES, DEPOSIT_TYPES } from '#domain/connections/deposit-accounts.ts';
import { EmployerRef } from '#domain/connections/links.ts';
import { ProviderRef } from '#domain/connections/providers.ts';
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import { MESSAGE_CHANNELS } from '#domain/orders/order-messages.ts';
import { SUBORDER_STATUSES } from '#domain/orders/order-status.ts';
import { SUBORDER_KINDS } from '#domain/orders/suborders.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { ERROR_CODES, STEPS } from './widget-tasks.ts';

export const WIDGET_REQUESTS_PER_MINUTE = 120;
export const WIDGET_TASKS_MAX = 20;
export const LANDING_VISITS_PER_MINUTE = 30;
/** The minimum number of seconds between two updates of the stored time at which the applicant was last seen. */
export const SEEN_SECONDS = 10;

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const LoginField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: choice(['text', 'password', 'email', 'phone']),
  autocomplete: choice(['username', 'current-password', 'email', 'tel', 'off']),
  required: Type.Boolean(),
  length_max: Type.Integer(),
});

export const WidgetProvider = Type.Object({
  ...ProviderRef.properties,
  data_source: choice(DATA_SOURCES),
  fields: Type.Array(LoginField),
  is_oauth: Type.Boolean(),
  /** True if the applicant sends a file instead of signing in. */
  is_file: Type.Boolean(),
  /** True while the provider does not respond. The applicant may still try to connect. */
  is_down: Type.Boolean(),
});
export type WidgetProvider = Static<typeof WidgetProvider>;

export const WidgetCompany = Type.Object({ ...EmployerRef.properties, provider: orNull(ProviderRef) });
export type WidgetCompany = Static<typeof WidgetCompany>;

const ExistingLink = Type.Object({
  link_id: Id,
  provider: ProviderRef,
  company: orNull(EmployerRef),
  connected_at: Timestamp,
});
export type ExistingLink = Static<typeof ExistingLink>;

/** The deposit account that the applicant is asked to confirm. Only the last digits of the account number are shown. */
const WidgetDeposit = Type.Object({
  bank_name: nullable(Type.String()),
  account_mask: Type.String({ description: 'The last four digits.' }),
  account_type: choice(ACCOUNT_TYPES),
  deposit_type: choice(DEPOSIT_TYPES),
  deposit_value: nullable(Type.String()),
});
export type WidgetDeposit = Static<typeof WidgetDeposit>;

export const TaskView = Type.Object({
  task_id: Id,
  suborder_id: nullable(Id),
  status: choice(TASK_STATUSES),
  is_final: Type.Boolean(),
  step: choice(STEPS),
  redirect_url: nullable(Type.String()),
  provider: ProviderRef,
  employer: Type.Object({ name: Type.String() }),
  error: orNull(Type.Object({ error_code: choice(ERROR_CODES), error_message: Type.String() })),
  is_logged_in: Type.Boolean(),
  public_token: nullable(Id),
});
export type TaskView = Static<typeof TaskView>;

const Branding = Type.Object({
  ...TemplateBranding.properties,
  custom_end_user_agreement: orNull(Type.Object({ header: nullable(Type.String()), url: Type.String() })),
});

/** The appearance of the widget and the pages. */
const LOOKS = {
  client_name: Type.String(),
  branding: Branding,
  hide_service_logo: Type.Boolean(),
  hide_support_button: Type.Boolean(),
  support_email: nullable(Type.String()),
};
const Looks = Type.Object(LOOKS);
export type Looks = Static<typeof Looks>;

const CertificationView = Type.Object({
  items: Type.Array(
    Type.Object({
      subject_id: Id,
      kind: choice(['employment', 'account']),
      shown: Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })),
    }),
  ),
});

/** The kinds of files that the applicant may send; empty if files are not accepted. */
const FileSources = Type.Array(choice(DATA_SOURCES));

const SuborderView = Type.Object({
  id: Id,
  kind: choice(SUBORDER_KINDS),
  product_type: choice(PRODUCT_TYPES),
  status: choice(SUBORDER_STATUSES),
  title: nullable(Type.String()),
  company: orNull(EmployerRef),
  provider: orNull(WidgetProvider),
  methods: Type.Array(choice(DATA_SOURCES)),
  file_sources: FileSources,
  deposit: orNull(WidgetDeposit),
  links: Type.Array(ExistingLink),
  task: orNull(TaskView),
});
export type SuborderView = Static<typeof SuborderView>;

const OrderView = Type.Object({
  id: Id,
  status: choice(SUBORDER_STATUSES),
  is_final: Type.Boolean(),
  expires_at: Timestamp,
  first_name: Type.String(),
  custom_field: orNull(Type.Object({ title: Type.String(), value: Type.String() })),
  certification: orNull(CertificationView),
  suborders: Type.Array(SuborderView),
});
export type OrderView = Static<typeof OrderView>;

export const Session = Type.Object({
  environment: choice(ENVIRONMENTS),
  locale: choice(LOCALES),
  product_type: choice(PRODUCT_TYPES),
  allowed_products: Type.Array(choice(PRODUCT_TYPES)),
  ...LOOKS,
  texts: Bridge.properties.texts,
  document_upload: DocumentUpload,
  consent_at: nullable(Timestamp),
  methods: Type.Array(choice(DATA_SOURCES)),
  file_sources: FileSources,
  preselected: Type.Object({ company: orNull(EmployerRef), provider: orNull(WidgetProvider) }),
  update: orNull(Type.Object({ link_id: Id, provider: WidgetProvider })),
  deposit: orNull(WidgetDeposit),
  links: Type.Array(ExistingLink),
  task: orNull(TaskView),
  order: orNull(OrderView),
});
export type Session = Static<typeof Session>;

/**
 * The response to a visit of the landing page. It contains no token and no personal data if the order is finished, or
 * if a required code is not yet confirmed.
 */
export const LandingVisit = Type.Object({
  bridge_token: nullable(Id),
  status: choice(SUBORDER_STATUSES),
  is_final: Type.Boolean(),
  environment: choice(ENVIRONMENTS),
  locale: choice(LOCALES),
  ...LOOKS,
  expires_at: Timestamp,
  code: orNull(Type.Object({ channels: Type.Array(choice(MESSAGE_CHANNELS)) })),
});
export type LandingVisit = Static<typeof LandingVisit>;

/** Two request bodies. One requests a code through the given channel. The other confirms the code. */
export const LandingCodeRequest = Type.Object({ channel: choice(MESSAGE_CHANNELS) });
export type LandingCodeRequest = Static<typeof LandingCodeRequest>;
export const LandingCode = Type.Object({ code: requiredText(16) });
export type LandingCode = Static<typeof LandingCode>;

const QUERY_LENGTH_MAX = 128;
const query = Type.Optional(Type.String({ maxLength: QUERY_LENGTH_MAX, format: 'text' }));
export const CompanyQuery = Type.Object({ query });
export const ProviderQuery = Type.Object({
  query,
  data_source: Type.Optional(choice(DATA_SOURCES)),
  suborder_id: Type.Optional(Type.String({ format: 'text' })),
});
export type ProviderQuery = Static<typeof ProviderQuery>;

/**
 * A task either logs in at a provider or uses an existing link. `checkNewTask` checks that exactly one of the two is
 * given.
 */
export const NewWidgetTask = Type.Object({
  provider_id: optionalText(64),
  company_mapping_id: optionalText(64),
  suborder_id: optionalText(64),
  credentials: Type.Optional(
    Type.Unsafe<Record<string, string | null> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: ['string', 'null'], format: 'text' },
    }),
  ),
  link_id: optionalText(64),
  confirm: Type.Optional(Type.Boolean()),
});
export type NewWidgetTask = Static<typeof NewWidgetTask>;

/**
 * The applicant's consent. `terms_version` is the version of the terms that the applicant accepted. If `terms_version`
 * is left out, the version that this service shows (terms.ts) is used.
 */
export const NewConsent = Type.Object({ terms_version: optionalText(32) });
export type NewConsent = Static<typeof NewConsent>;

export const SecondFactorCode = Type.Object({ code: requiredText(64) });
export const TaskQuery = Type.Object({ since: Type.Optional(Type.String({ maxLength: 64, format: 'text' })) });
export const SkippedSuborder = Type.Object({ reason: optionalText(256) });
export const FinishAnswer = Type.Object({ order_id: Id, is_final: Type.Boolean() });
export type FinishAnswer = Static<typeof FinishAnswer>;
