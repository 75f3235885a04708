// Which operations of /v1/ the console offers, and what a role needs for each of them.
import type { Environment } from '#domain/platform/scope.ts';
import { type Area, mayDo, mayDoWithDocuments, type Right, type Role } from './roles.ts';

export type Offered = {
  readonly area: Area;
  readonly right: Right;
  /** The response shows one person's data, so the audit log records that it was read. Writes are always recorded. */
  readonly is_view?: true;
  /** The operation concerns documents, for which a reviewer has the right of disclosure. */
  readonly is_about_documents?: true;
  /** The response is the only one that contains the new secret or token, so it is not masked. */
  readonly shows_new_secret?: true;
  /** The work goes on after its own transaction, to notify a provider. So it is recorded right after it, not within it. */
  readonly ends_later?: true;
  /** Fields of the request body whose values the audit log records. They contain no personal data and no secret. */
  readonly recorded?: readonly string[];
};

const caseList: Offered = { area: 'cases', right: 'read' };
const caseView: Offered = { area: 'cases', right: 'read', is_view: true };
const caseWrite: Offered = { area: 'cases', right: 'write' };
const development: Offered = { area: 'development', right: 'read' };
const develop = (...recorded: string[]): Offered => ({ area: 'development', right: 'write', recorded });
const sandboxWrite = (...recorded: string[]): Offered => ({ area: 'sandbox', right: 'write', recorded });
const documents = (offered: Offered): Offered => ({ ...offered, is_about_documents: true });

/** Every operation of /v1/ by its name; `none` if the console does not offer it. */
export const OPERATIONS: Readonly<Record<string, Offered | 'none'>> = {
  createUser: caseWrite,
  listUsers: caseList,
  getUser: caseView,
  updateUser: caseWrite,
  deleteUser: { ...caseWrite, ends_later: true },

  createOrder: { ...caseWrite, recorded: ['products', 'template_id'] },
  createOrderBatch: caseWrite,
  getOrderBatch: caseList,
  listOrders: caseList,
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
  // The console has no use for an access token, and its holder reads everything without a role.
  exchangePublicToken: 'none',
  listLinks: caseList,
  getLink: caseView,
  deleteLink: { ...caseWrite, ends_later: true },
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
  // These need an access token in the request, which the console does not have.
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

/** What a role is allowed for one operation. */
export type Permission = {
  /** Whether the role may use the operation. */
  readonly is_allowed: boolean;
  /** Whether the role may get PDFs, addresses of files and, after a reveal, unmasked values. */
  readonly discloses: boolean;
};

export function permissionFor(role: Role, environment: Environment, offered: Offered): Permission {
  const mayDisclose = offered.is_about_documents === true ? mayDoWithDocuments : mayDo;
  return {
    is_allowed: mayDo(role, environment, offered.area, offered.right),
    discloses: mayDisclose(role, environment, 'disclosure', 'read'),
  };
}
