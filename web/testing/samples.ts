// Sample sessions, tasks and orders as the server returns them, for tests. All people here are invented.
import type { OrderView, Provider, Session, Suborder, TaskView } from '../shared/session.ts';

export const PAYROLL: Provider = {
  id: 'vouch_payroll',
  name: 'Vouch Payroll',
  logo_url: null,
  data_source: 'payroll',
  is_oauth: false,
  is_file: false,
  is_down: false,
  fields: [
    {
      name: 'username',
      label: 'User name, email or phone',
      kind: 'text',
      autocomplete: 'username',
      required: true,
      length_max: 128,
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'password',
      autocomplete: 'current-password',
      required: true,
      length_max: 128,
    },
  ],
};

export const BANK: Provider = { ...PAYROLL, id: 'vouch_bank', name: 'Vouch Bank', data_source: 'financial_accounts' };

export const COMPANY = { id: 'e9c9d4fda4d2d79ec4e9a10302235588', name: 'Harbor & Pine Furnishings', logo_url: null };

export const newTask = (changes: Partial<TaskView> = {}): TaskView => ({
  task_id: 'task-1',
  suborder_id: null,
  status: 'login',
  is_final: false,
  step: 'working',
  redirect_url: null,
  provider: { id: PAYROLL.id, name: PAYROLL.name, logo_url: null },
  employer: { name: COMPANY.name },
  error: null,
  is_logged_in: false,
  public_token: null,
  ...changes,
});

export const NO_RULES: Session['document_upload']['types'] = {
  paystub: null,
  w2: null,
  f1099: null,
  f1040: null,
  insurance_home_policy: null,
  insurance_auto_policy: null,
  volunteer_letter: null,
  other: null,
};

export const newSession = (changes: Partial<Session> = {}): Session => ({
  environment: 'sandbox',
  locale: 'en',
  product_type: 'income',
  allowed_products: ['income'],
  client_name: 'Acme Lending',
  branding: {
    company_name: null,
    logo: null,
    accent_color: null,
    background_color: null,
    privacy_url: null,
    custom_end_user_agreement: null,
    hide_confetti: false,
  },
  texts: { search_header: null, success_cta: null },
  hide_service_logo: false,
  hide_support_button: false,
  support_email: null,
  consent_at: '2026-03-01T12:00:00Z',
  methods: ['payroll', 'tax', 'financial_accounts'],
  file_sources: [],
  preselected: { company: null, provider: null },
  update: null,
  deposit: null,
  links: [],
  task: null,
  order: null,
  document_upload: { types: NO_RULES },
  ...changes,
});

export const newSuborder = (changes: Partial<Suborder> = {}): Suborder => ({
  id: 'sub-1',
  kind: 'employer',
  product_type: 'income',
  status: 'sent',
  title: null,
  company: null,
  provider: null,
  methods: ['payroll', 'tax', 'financial_accounts'],
  file_sources: [],
  deposit: null,
  links: [],
  task: null,
  ...changes,
});

export const newOrder = (suborders: readonly Suborder[], changes: Partial<OrderView> = {}): OrderView => ({
  id: 'order-1',
  status: 'sent',
  is_final: false,
  expires_at: '2026-03-04T12:00:00Z',
  first_name: 'Ana',
  custom_field: null,
  certification: null,
  suborders: [...suborders],
  ...changes,
});
