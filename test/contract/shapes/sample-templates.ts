// Sample responses that contain templates, as section 19 of the contract describes them.
import { ID, type Samples, TS, URL, under } from './sample.ts';
import { DOCUMENT_TYPES, template } from './templates.ts';
import { page } from './words.ts';

const RULE = { min: 1, max: 3, required: true };

const TEMPLATE = {
  id: ID,
  created_at: TS,
  updated_at: TS,
  name: 'Mortgage',
  products: ['income', 'assets'],
  default_for_products: true,
  bridge: {
    texts: { search_header: 'Find your employer', success_cta: 'Done' },
    hide_service_logo: false,
    hide_support_button: true,
  },
  branding: {
    company_name: 'Acme Lending',
    logo: URL,
    accent_color: '#1a73e8',
    background_color: 'white',
    privacy_url: URL,
    hide_confetti: false,
    custom_end_user_agreement: { header: 'Terms', url: URL },
  },
  orders: {
    link_expiration: '72',
    custom_field_title: 'Loan number',
    support_email: 'help@acme.example',
    first_email: { subject: 'Hello {{first_name}}', text: '{{link}}' },
    reminder_email: { subject: 'Once more', text: '{{link}}' },
    first_sms: { text: '{{link}}' },
    reminder_sms: { text: '{{link}}' },
    reminders_hours: [24, 48],
    suppress_user_notifications: false,
    certification: true,
    verify_code: false,
  },
  document_upload: { types: Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, RULE])) },
  data: { statements: true, w2s: true, files: false },
  reports: {
    voa: {
      days_requested: 90,
      as_of_date: '2026-02-15',
      large_deposit_threshold: {
        fixed_amount: '5000.00',
        sales_price: '1234.56',
        qualifying_monthly_income: '1234.56',
        loan_type: 'FHA',
      },
      is_voe: false,
      account_ids: [ID],
      request_extended_history: false,
    },
    income_insights: { days_requested: 365 },
  },
  data_sources_flow: ['payroll', 'docs'],
};

const NULLABLE = [
  under('bridge.texts', 'search_header success_cta'),
  under('branding', 'company_name logo accent_color background_color privacy_url'),
  under('branding.custom_end_user_agreement', 'header url'),
  under('orders', 'custom_field_title support_email'),
  under('orders.first_email', 'subject text'),
  under('orders.reminder_email', 'subject text'),
  'orders.first_sms.text orders.reminder_sms.text',
  under('document_upload.types', DOCUMENT_TYPES.join(' ')),
  ...DOCUMENT_TYPES.map((type) => under(`document_upload.types.${type}`, 'min max')),
  'reports.voa.as_of_date',
  under('reports.voa.large_deposit_threshold', 'fixed_amount sales_price qualifying_monthly_income loan_type'),
].join(' ');

export const TEMPLATE_SAMPLES: Samples = {
  'Template (19)': { shape: template, value: TEMPLATE, nullable: NULLABLE },
  'page of Template (19)': {
    shape: page(template),
    value: { count: 26, next: URL, previous: URL, results: [TEMPLATE] },
    nullable: `next previous ${under('results', NULLABLE)}`,
  },
};
