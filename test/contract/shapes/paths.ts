// The endpoints of contract section 25 that the walk.*.test.ts files cover, grouped by the section that describes them.

export const PATHS = {
  tokens: ['POST /v1/users/{user_id}/tokens/', 'POST /v1/link-access-tokens/'],
  orders: [
    'POST /v1/orders/',
    'GET /v1/orders/',
    'GET /v1/orders/{order_id}/',
    'PATCH /v1/orders/{order_id}/',
    'POST /v1/orders/{order_id}/',
    'POST /v1/orders/{order_id}/refresh/',
    'POST /v1/orders/{order_id}/cancel/',
    'POST /v1/orders/{order_id}/employers/',
    'GET /v1/orders/{order_id}/events/',
    'GET /v1/orders/{order_id}/certifications/',
    'GET /v1/orders/{order_id}/invoice/',
    'POST /v1/orders/lookup/',
    'POST /v1/orders/batch/',
    'GET /v1/orders/batch/{batch_id}/',
  ],
  links: ['GET /v1/links/', 'GET /v1/links/{link_id}/', 'DELETE /v1/links/{link_id}/'],
  tasks: ['GET /v1/tasks/', 'GET /v1/tasks/{task_id}/'],
  refresh: ['POST /v1/refresh/tasks/', 'GET /v1/refresh/tasks/{refresh_id}/'],
  payroll: [
    'GET /v1/links/{link_id}/income/report/',
    'GET /v1/links/{link_id}/employment/report/',
    'GET /v1/links/{link_id}/employment/',
    'GET /v1/links/{link_id}/employments/',
    'GET /v1/links/{link_id}/identity/',
    'GET /v1/links/{link_id}/statements/',
    'GET /v1/links/{link_id}/statements/{statement_id}/',
    'GET /v1/links/{link_id}/shifts/',
    'GET /v1/links/{link_id}/bank_accounts/',
    'GET /v1/links/{link_id}/documents/',
  ],
  user_reports: [
    'POST /v1/users/{user_id}/reports/',
    'GET /v1/users/{user_id}/reports/',
    'GET /v1/users/{user_id}/reports/{report_id}/',
  ],
  accounts: [
    'GET /v1/links/{link_id}/transactions/',
    'GET /v1/links/{link_id}/balances/',
    'GET /v1/links/{link_id}/auth/',
    'GET /v1/links/{link_id}/investments/',
    'GET /v1/links/{link_id}/bank_statements/',
    'GET /v1/links/{link_id}/liabilities/',
  ],
  assets: [
    'POST /v1/users/{user_id}/assets/reports/',
    'GET /v1/users/{user_id}/assets/reports/',
    'GET /v1/users/{user_id}/assets/reports/{report_id}/',
  ],
  income_insights: [
    'POST /v1/users/{user_id}/income_insights/reports/',
    'GET /v1/users/{user_id}/income_insights/reports/',
    'GET /v1/users/{user_id}/income_insights/reports/{report_id}/',
    'GET /v1/users/{user_id}/income_insights/reports/{report_id}/explain/',
    'POST /v1/links/{link_id}/income/transactions/reports/',
    'GET /v1/links/{link_id}/income/transactions/reports/',
  ],
  insurance: [
    'GET /v1/links/{link_id}/insurance/report/',
    'GET /v1/links/{link_id}/insurance/report/home/',
    'GET /v1/links/{link_id}/insurance/report/auto/',
    'GET /v1/links/{link_id}/insurance/home/',
    'GET /v1/links/{link_id}/insurance/auto/',
  ],
  scoring: ['POST /v1/scoring_attributes/reports/', 'GET /v1/scoring_attributes/reports/{report_id}/'],
  tax: ['GET /v1/links/{link_id}/tax/', 'GET /v1/links/{link_id}/tax/{tax_id}/'],
  documents: [
    'POST /v1/documents/collections/',
    'GET /v1/documents/collections/',
    'GET /v1/documents/collections/{collection_id}/',
    'POST /v1/documents/collections/{collection_id}/upload/',
    'POST /v1/documents/collections/{collection_id}/finalize/',
    'GET /v1/documents/collections/{collection_id}/finalize/',
  ],
  imports: ['POST /v1/imports/', 'GET /v1/imports/{import_id}/'],
  reviews: ['GET /v1/documents/reviews/', 'POST /v1/documents/{document_id}/review/'],
  deposits: [
    'GET /v1/links/{link_id}/direct_deposit/report/',
    'GET /v1/links/{link_id}/pll/report/',
    'GET /v1/users/{user_id}/deposit_switch/report/',
  ],
  administration: [
    'POST /v1/links/reports/admin/',
    'POST /v1/link/reports/admin/',
    'POST /v1/administrators/payrolls/',
    'GET /v1/administrators/payrolls/{payroll_report_id}/',
  ],
  companies: [
    'GET /v1/company-mappings-search/',
    'GET /v1/companies/',
    'POST /v1/companies/',
    'GET /v1/companies/mapping/',
    'GET /v1/companies/{company_mapping_id}/',
    'GET /v1/providers/',
    'GET /v1/providers/{provider_id}/',
  ],
  templates: [
    'GET /v1/templates/',
    'POST /v1/templates/',
    'GET /v1/templates/{template_id}/',
    'PATCH /v1/templates/{template_id}/',
    'DELETE /v1/templates/{template_id}/',
  ],
  webhooks: [
    'GET /v1/webhooks/',
    'POST /v1/webhooks/',
    'GET /v1/webhooks/{webhook_id}/',
    'PATCH /v1/webhooks/{webhook_id}/',
    'DELETE /v1/webhooks/{webhook_id}/',
    'POST /v1/webhooks/{webhook_id}/replay/',
    'GET /v1/webhook-requests/',
    'POST /v1/webhook-requests/{request_id}/replay/',
    'GET /v1/events/',
  ],
  sandbox: [
    'GET /v1/sandbox/clock/',
    'POST /v1/sandbox/clock/advance/',
    'POST /v1/sandbox/links/',
    'POST /v1/sandbox/users/{user_id}/transactions/',
    'POST /v1/sandbox/users/{user_id}/payroll/',
    'GET /v1/sandbox/documents/{kind}/',
  ],
} as const satisfies Record<string, readonly `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /v1/${string}/`[]>;

export type Walkable = (typeof PATHS)[keyof typeof PATHS][number];

/**
 * Returns the endpoint that matches the request. If several endpoints match, returns the endpoint with the fewest path
 * parameters, because literal segments take precedence over parameters.
 */
export function pathOf(method: string, url: string): Walkable | undefined {
  const [path = ''] = url.split('?');
  const fitting = Object.values(PATHS)
    .flat()
    .filter((listed) => listed.startsWith(`${method} `) && patternOf(listed).test(path));
  return fitting.toSorted((a, b) => parametersOf(a) - parametersOf(b))[0];
}

const patternOf = (listed: Walkable): RegExp =>
  new RegExp(`^${listed.replace(/^\w+ /, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const parametersOf = (listed: Walkable): number => listed.split('{').length;
