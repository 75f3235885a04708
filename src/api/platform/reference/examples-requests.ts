// Examples of request bodies, keyed by the name of their shape.
import type { Node } from './components.ts';

const ACCESS_TOKEN = 'c1f0b7a39d6e4852a7c4e19b3f5d2068';
const USER_ID = '24d7a5c0f61b4f0c9a3ce1b2d4f60718';

const ORDER: Node = {
  products: ['income'],
  first_name: 'Jane',
  last_name: 'Roe',
  email: 'jane.roe@example.com',
  order_number: 'L-100',
  employers: [{ company_name: 'Harbor and Pine Furnishings' }],
};

/** The first bytes of a PDF, padded to the length of the shortest file that can be uploaded. */
const PDF: Node = {
  filename: 'stub.pdf',
  mime_type: 'application/pdf',
  content: 'JVBERi0xLjcK'.padEnd(1_336, 'A'),
  external_user_id: 'customer-1',
};

export const REQUEST_EXAMPLES: Readonly<Record<string, Node>> = {
  NewUser: {
    external_user_id: 'customer-1',
    first_name: 'Jane',
    last_name: 'Roe',
    email: 'jane.roe@example.com',
    phone: '(415) 555-0134',
    ssn: '991-91-9991',
  },
  UserChanges: { email: 'jane@example.com', phone: null },
  NewBridgeToken: { product_type: 'income', tracking_info: 'loan-17' },
  PublicTokenExchange: { public_token: '9b1de0f24c7a46b8a5d3f6e2107c8b94' },
  NewImport: {
    user_id: USER_ID,
    filename: 'statement.csv',
    content: 'RGF0ZSxEZXNjcmlwdGlvbixBbW91bnQKMjAyNi0wMS0zMSxQYXlyb2xsLDIxMDAuNTAK',
    account: { type: 'CHECKING', mask: '4721' },
  },
  NewDocumentCollection: { documents: [PDF] },
  NewDocumentUpload: { documents: [PDF] },
  NewDocumentFinalization: { product_type: 'income' },
  NewDocumentReview: { review_status: 'cleared', note: 'The employer confirmed the figures.' },
  NewRefresh: { access_token: ACCESS_TOKEN },
  NewOrder: ORDER,
  NewOrderBatch: { orders: [ORDER, { products: ['assets'], first_name: 'John', last_name: 'Doe' }] },
  OrderChanges: { notes: 'Call before noon.', loan: { loan_number: '17' } },
  OrderLookup: { ssn: '9991' },
  AddedEmployers: { employers: [{ company_name: 'Fable Freight', start_date: '2024-05-06' }] },
  NewRefreshOrder: { products: ['employment'], include_recent_paystub: true },
  CompanyLookup: { name: 'Harbor and Pine Furnishings', state: 'OR' },
  NewTemplate: {
    name: 'Mortgage',
    products: ['income', 'employment'],
    branding: { company_name: 'Acme Lending', accent_color: '#1a73e8' },
    orders: { link_expiration: '168', reminders_hours: [24, 72] },
  },
  TemplateChanges: { default_for_products: true },
  NewWebhookEndpoint: {
    name: 'Production',
    webhook_url: 'https://hooks.example.com/vouch',
    env_type: 'sandbox',
    events: ['task-status-updated', 'order-finalized'],
  },
  WebhookEndpointChanges: { enabled: true },
  NewReplay: { created_at__gte: '2026-03-01T12:00:00Z', only_failed: false },
  NewKey: { env_type: 'sandbox' },
  KeyToDeactivate: { id: '5d8f3c1b7a924e06b3d1c8f0e6a79254' },
  NewUserReport: { is_voe: false },
  NewAssetReport: { days_requested: 60, large_deposit_threshold: { fixed_amount: '5000.00' } },
  NewIncomeInsights: { days_requested: 365, consumer_report_permissible_purpose: 'EXTENSION_OF_CREDIT' },
  NewLinkIncome: { days_requested: 90 },
  NewScoringReport: {
    lender_reference: 'loan-17',
    customer_identifier: 'customer-1',
    purpose: 'decisioning',
    accounts: [{ identifier: 'checking', type: 'checking', balance_amount: '1250.00', balance_date: '2026-03-01' }],
    transactions: [
      {
        identifier: 't-1',
        account_identifier: 'checking',
        post_date: '2026-02-27',
        amount: '2450.00',
        description: 'HARBOR AND PINE PAYROLL',
      },
    ],
  },
  DirectoryRequest: { access_token: ACCESS_TOKEN },
  NewCompanyPayroll: { access_token: ACCESS_TOKEN, start_date: '2026-01-01', end_date: '2026-01-31' },
  ClockAdvance: { seconds: 86_400 },
  NewSandboxLink: {
    user_id: USER_ID,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
  },
  TransactionsDeclaration: {
    mode: 'replace',
    accounts: [{ external_id: 'checking', type: 'CHECKING', balance: '1250.00' }],
    transactions: [
      {
        account_external_id: 'checking',
        amount: '2450.00',
        type: 'CREDIT',
        transacted_at: '2026-02-27',
        description: 'HARBOR AND PINE PAYROLL',
      },
    ],
  },
  PayrollDeclaration: {
    mode: 'replace',
    employments: [
      {
        company: { name: 'Harbor and Pine Furnishings' },
        job_title: 'Carpenter',
        start_date: '2024-05-06',
        statements: [{ pay_date: '2026-02-27', gross_pay: '2450.00', net_pay: '1837.50' }],
      },
    ],
  },
};
