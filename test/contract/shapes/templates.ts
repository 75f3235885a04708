// Response schemas of templates (contract, section 19), including the report options (sections 11.4 and 11.5).
import {
  boolean,
  choice,
  dataSource,
  date,
  distinct,
  each,
  id,
  integer,
  list,
  matching,
  money,
  nonEmpty,
  object,
  orNull,
  productType,
  text,
  timestamp,
  url,
} from './words.ts';

/** The document types in the row `document_upload` of contract section 19. */
export const DOCUMENT_TYPES = [
  'paystub',
  'w2',
  'f1099',
  'f1040',
  'insurance_home_policy',
  'insurance_auto_policy',
  'volunteer_letter',
  'other',
] as const;

const mail = object(each(orNull(text()), 'subject', 'text'));
const message = object({ text: orNull(text()) });
const days = { ...integer, minimum: 30, maximum: 730 };
const count = orNull({ ...integer, minimum: 0 });

export const template = object({
  id,
  created_at: timestamp,
  updated_at: timestamp,
  name: text(128),
  products: distinct(nonEmpty(list(productType))),
  default_for_products: boolean,
  bridge: object({
    texts: object(each(orNull(text(120)), 'search_header', 'success_cta')),
    hide_service_logo: boolean,
    hide_support_button: boolean,
  }),
  branding: object({
    company_name: orNull(text(128)),
    logo: orNull(url),
    accent_color: orNull(matching('^#[0-9a-fA-F]{6}$')),
    background_color: orNull(text()),
    privacy_url: orNull(url),
    hide_confetti: boolean,
    custom_end_user_agreement: object({ header: orNull(text()), url: orNull(url) }),
  }),
  orders: object({
    link_expiration: matching('^(2[4-9]|[3-9]\\d|[1-9]\\d\\d|1\\d{3}|200\\d|201[0-6])$'),
    custom_field_title: orNull(text()),
    support_email: orNull(matching('^[^@\\s]+@[^@\\s]+$')),
    first_email: mail,
    reminder_email: mail,
    first_sms: message,
    reminder_sms: message,
    reminders_hours: distinct(list({ ...integer, minimum: 1 })),
    suppress_user_notifications: boolean,
    certification: boolean,
    verify_code: boolean,
  }),
  document_upload: object({
    types: object(each(orNull(object({ min: count, max: count, required: boolean })), ...DOCUMENT_TYPES)),
  }),
  data: object(each(boolean, 'statements', 'w2s', 'files')),
  reports: object({
    voa: object({
      days_requested: days,
      as_of_date: orNull(date),
      large_deposit_threshold: object({
        ...each(orNull(money), 'fixed_amount', 'sales_price', 'qualifying_monthly_income'),
        loan_type: orNull(choice('FHA', 'CONVENTIONAL', 'VA', 'USDA', 'OTHER')),
      }),
      is_voe: boolean,
      account_ids: list(id),
      request_extended_history: boolean,
    }),
    income_insights: object({ days_requested: days }),
  }),
  data_sources_flow: distinct(list(dataSource)),
});
