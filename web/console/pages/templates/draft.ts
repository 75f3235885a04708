// A template as its form holds it. Only what was changed is sent, because the server merges a change into the stored
// template. An empty text clears the stored text.
import type { TemplateAnswer } from '#domain/access/templates.ts';

export type Template = TemplateAnswer;
export type Draft = Omit<TemplateAnswer, 'id' | 'created_at' | 'updated_at'>;

/** The settings of a template in which nothing is set. */
export const BLANK: Draft = {
  name: '',
  products: ['income', 'employment', 'deposit_switch', 'pll', 'insurance', 'transactions', 'assets', 'admin'],
  default_for_products: false,
  bridge: { texts: { search_header: null, success_cta: null }, hide_service_logo: false, hide_support_button: false },
  branding: {
    company_name: null,
    logo: null,
    accent_color: null,
    background_color: null,
    privacy_url: null,
    hide_confetti: false,
    custom_end_user_agreement: { header: null, url: null },
  },
  orders: {
    link_expiration: '72',
    custom_field_title: null,
    support_email: null,
    first_email: { subject: null, text: null },
    reminder_email: { subject: null, text: null },
    first_sms: { text: null },
    reminder_sms: { text: null },
    reminders_hours: [24, 48],
    suppress_user_notifications: false,
    certification: false,
    verify_code: false,
  },
  document_upload: {
    types: {
      paystub: null,
      w2: null,
      f1099: null,
      f1040: null,
      insurance_home_policy: null,
      insurance_auto_policy: null,
      volunteer_letter: null,
      other: null,
    },
  },
  data: { statements: true, w2s: true, files: true },
  reports: {
    voa: {
      days_requested: 90,
      as_of_date: null,
      large_deposit_threshold: {
        fixed_amount: null,
        sales_price: null,
        qualifying_monthly_income: null,
        loan_type: null,
      },
      is_voe: false,
      account_ids: [],
      request_extended_history: false,
    },
    income_insights: { days_requested: 90 },
  },
  data_sources_flow: [],
};

export function draftOf(template: Template | undefined): Draft {
  if (template === undefined) return BLANK;
  const { id: _id, created_at: _created, updated_at: _updated, ...draft } = template;
  return draft;
}

type Changes = { [name: string]: unknown };

/** Returns the changes that must be sent so that the stored template gets the values of the form. */
export function changesBetween(before: object, after: object): Changes {
  const changes: Changes = {};
  const stored = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(after)) {
    const old = stored.get(name);
    if (isRecord(old) && isRecord(value)) {
      const inner = changesBetween(old, value);
      if (Object.keys(inner).length > 0) changes[name] = inner;
    } else if (!isSame(old, value)) changes[name] = value;
  }
  return changes;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same. An empty text is treated as the same as no text. */
const isSame = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before === '' ? null : before) === JSON.stringify(after === '' ? null : after);

/** Hours that were typed as a list, such as `24, 48`; undefined if the text is not a list of numbers. */
export function hoursIn(typed: string): number[] | undefined {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '');
  return words.every((word) => /^[1-9]\d{0,3}$/.test(word)) ? words.map(Number) : undefined;
}
