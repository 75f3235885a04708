// The operations of /v1/ that the console offers, and the right that a role needs for each operation.
import type { Environment } from '#domain/platform/scope.ts';
import { type Area, mayDo, mayDoWithDocuments, type Right, type Role } from './roles.ts';

export type Offered = {
  readonly area: Area;
  readonly right: Right;
  /**
   * True if the response shows data of one or more people. The audit log then records that the data was read. Writes
   * are always recorded.
   */
  readonly is_view?: true;
  /** True if the operation concerns documents. For documents, a reviewer has the rights of the area `disclosure`. */
  readonly is_about_documents?: true;
  /** True if this is the only response that contains the new secret or token. Such a response is not masked. */
  readonly shows_new_secret?: true;
  /**
   * Fields of the request body whose values are written to the audit log. They contain no personal data and no secrets.
   */
  readonly recorded?: readonly string[];
  /**
   * The query parameter that makes a GET request change something if its value is `true`. The console then refuses the
   * request, because a GET request needs neither a CSRF token nor the right to write. A route of the console offers the
   * same change.
   */
  readonly refused_parameter?: string;
};

const caseList: Offered = { area: 'cases', right: 'read' };
const caseView: Offered = { area: 'cases', right: 'read', is_view: true };
const caseWrite: Offered = { area: 'cases', right: 'write' };
const development: Offered = { area: 'development', right: 'read' };
const develop = (...recorded: string[]): Offered => ({ area: 'development', right: 'write', recorded });
const sandboxWrite = (...recorded: string[]): Offered => ({ area: 'sandbox', right: 'write', recorded });
const documents = (offered: Offered): Offered => ({ ...offered, is_about_documents: true });

/** Every operation of /v1/ by its name. The value is `none` if the console does not offer the operation. */
export const OPERATIONS: Readonly<Record<string, Offered | 'none'>> = {
  createUser: caseWrite,
  listUsers: caseView,
  getUser: caseView,
  updateUser: caseWrite,
  deleteUser: caseWrite,

  createOrder: { ...caseWrite, recorded: ['products', 'template_id'] },
  createOrderBatch: caseWrite,
  getOrderBatch: caseList,
  listOrders: caseView,
  lookUpOrders: caseView,
  getOrder: caseView,
  updateOrder: caseWrite,
  refreshOrder: caseWrite,
  createRefreshOrder: caseWrite,
  cancelOrder: caseWrite,
  addEmployers: caseWrite,
  listOrderEvents: caseView,
  listCertifications: caseView,
  getInvoice: caseList,

  createBridgeToken: { ...caseWrite, shows_new_secret: true, recorded: ['product_type', 'template_id'] },
  // Not offered: the console does not need an access token, and anybody who has an access token can read all data
  // without a role.
  exchangePublicToken: 'none',
  listLinks: caseList,
  getLink: { ...caseView, refused_parameter: 'refresh' },
  deleteLink: caseWrite,
  listTasks: caseList,
  getTask: caseList,
  createRefresh: caseWrite,
  getRefresh: caseList,
  createImport: caseWrite,
  getImport: caseList,

  searchCompanies: caseList,
  listCompanies: caseList,
  lookUpCompanies: caseList,
  mapCompanyName: caseList,
  getCompany: caseList,
  listProviders: caseList,
  getProvider: caseList,

  getIncomeReport: caseView,
  getEmploymentReport: caseView,
  getEmployment: caseView,
  getIdentity: caseView,
  listEmployments: caseView,
  listStatements: caseView,
  getStatement: caseView,
  listShifts: caseView,
  listPayrollAccounts: caseView,
  listTransactions: caseView,
  getBalances: caseView,
  getAccountNumbers: caseView,
  getInvestments: caseView,
  getLiabilities: caseView,
  listBankStatements: caseView,
  getInsuranceReport: caseView,
  getHomeInsuranceReport: caseView,
  getAutoInsuranceReport: caseView,
  getHomeInsurance: caseView,
  getAutoInsurance: caseView,
  getDepositSwitchReport: caseView,
  getPaycheckLoanReport: caseView,
  getUserDepositReport: caseView,
  createUserReport: caseWrite,
  listUserReports: caseView,
  getUserReport: caseView,
  createAssetReport: caseWrite,
  listAssetReports: caseView,
  getAssetReport: caseView,
  createIncomeInsights: caseWrite,
  listIncomeInsights: caseView,
  getIncomeInsights: caseView,
  explainIncomeInsights: caseView,
  createLinkIncomeReport: caseWrite,
  getLinkIncomeReport: caseView,
  createScoringReport: caseWrite,
  getScoringReport: caseView,
  // The console does not offer these operations, because they need an access token in the request and the console has
  // none.
  readDirectory: 'none',
  readDirectoryByOldPath: 'none',
  createPayrollReport: 'none',
  getPayrollReport: caseView,

  listLinkDocuments: documents(caseView),
  listTaxDocuments: documents(caseView),
  getTaxDocument: documents(caseView),
  createDocumentCollection: documents(caseWrite),
  listDocumentCollections: documents(caseList),
  getDocumentCollection: documents(caseView),
  uploadDocuments: documents(caseWrite),
  finalizeDocumentCollection: documents(caseWrite),
  getDocumentFinalization: documents(caseView),
  listDocumentReviews: documents({ area: 'reviews', right: 'read', is_view: true }),
  reviewDocument: documents({ area: 'reviews', right: 'write', recorded: ['review_status'] }),

  createTemplate: develop('name', 'products'),
  listTemplates: development,
  getTemplate: development,
  updateTemplate: develop('name', 'products'),
  deleteTemplate: develop('name'),
  createKey: { ...develop('env_type'), shows_new_secret: true },
  deactivateKey: develop('id'),
  createWebhook: { ...develop('name', 'webhook_url', 'events', 'enabled'), shows_new_secret: true },
  listWebhooks: development,
  getWebhook: development,
  updateWebhook: develop('name', 'webhook_url', 'events', 'enabled'),
  deleteWebhook: develop('name', 'webhook_url', 'events', 'enabled'),
  replayWebhook: develop('created_at__gte', 'created_at__lte', 'event_type', 'only_failed'),
  listNoticeRequests: development,
  replayNoticeRequest: develop(),
  listEvents: development,

  readSandboxClock: { area: 'sandbox', right: 'read' },
  advanceSandboxClock: sandboxWrite('seconds'),
  connectInSandbox: sandboxWrite('provider_id', 'product_type'),
  declarePayroll: sandboxWrite(),
  declareTransactions: sandboxWrite(),
  getSampleDocument: { area: 'sandbox', right: 'read' },
};

/** The console's own paths, outside of /v1/, whose responses contain masked values that can be revealed. */
const OWN_REVEALS: readonly (readonly [path: RegExp, offered: Offered])[] = [
  [/^\/orders\/[0-9a-f]{32}\/messages\/$/, caseView],
  [/^\/documents\/[0-9a-f]{32}\/$/, documents(caseView)],
  [/^\/documents\/[0-9a-f]{32}\/pages\/$/, documents(caseView)],
];

/**
 * Returns the right that a user needs to reveal the values of one of the console's own paths; undefined if nothing can
 * be revealed on the path.
 */
export const ownRevealOf = (path: string): Offered | undefined =>
  OWN_REVEALS.find(([pattern]) => pattern.test(path))?.[1];

/**
 * How far a change reaches, if it affects more than the client and the environment that the path names. `client`: both
 * environments of the client. `all_clients`: all clients in this environment. `service`: all clients in both
 * environments. If the change reaches both environments, the user needs the role in both. If it reaches all clients,
 * the client of the path must be the operator's own client.
 */
export type Reach = 'client' | 'all_clients' | 'service';

/** The right that a role needs for a request of the console. */
export type Needed = Pick<Offered, 'area' | 'right' | 'is_about_documents'> & {
  readonly reach?: Reach;
  /** True if the response is a PDF or shows unmasked values. The role then also needs the right of disclosure. */
  readonly is_disclosed?: true;
};

/** What a role may do with one operation. */
export type Permission = {
  /** Whether the role may use the operation. */
  readonly is_allowed: boolean;
  /** Whether the role may get PDFs, URLs of files and, after a reveal, unmasked values. */
  readonly discloses: boolean;
  /**
   * Whether the role may see the URLs of applicants' own pages. Anybody who has such a URL can act as the applicant.
   */
  readonly opens_pages: boolean;
};

export function permissionFor(role: Role, environment: Environment, needed: Needed): Permission {
  const mayDisclose = needed.is_about_documents === true ? mayDoWithDocuments : mayDo;
  return {
    is_allowed: mayDo(role, environment, needed.area, needed.right),
    discloses: mayDisclose(role, environment, 'disclosure', 'read'),
    opens_pages: mayDo(role, environment, 'cases', 'write'),
  };
}
