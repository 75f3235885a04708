// Lists for every paged endpoint where its results come from. The source is a list with stored counts, a log that is
// read by cursor, or a result that is small enough to be read as a whole. Tests and benchmarks iterate over this table.
// A test fails if a paged endpoint is missing here.

import { TEMPLATES } from '#storage/access/templates.ts';
import { ALL_LINKS, LINKS } from '#storage/connections/links.ts';
import { TASKS } from '#storage/connections/tasks.ts';
import { COLLECTIONS } from '#storage/documents/collections.ts';
import { REVIEWS } from '#storage/documents/documents.ts';
import { ORDERS } from '#storage/orders/orders.ts';
import { USERS } from '#storage/people/users.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { USER_REPORTS } from '#storage/reports/user-reports.ts';

type Behind =
  | { readonly lists: readonly List[] }
  /**
   * A log that is read by cursor. The rows of the log are never counted. For each filter there is an index, and the
   * last columns of the index are the columns by which the log is sorted.
   */
  | { readonly log: string; readonly order: string; readonly filters: readonly string[] }
  /** The endpoint's result is always small. `bounded` states why it is small. */
  | { readonly bounded: string };

const OF_ONE_LINK = { bounded: 'what one link holds is one sealed record, read and opened as a whole' };

export const LIST_ENDPOINTS: Readonly<Record<string, Behind>> = {
  listUsers: { lists: [USERS] },
  listOrders: { lists: [ORDERS] },
  lookUpOrders: { lists: [ORDERS] },
  listLinks: { lists: [LINKS, ALL_LINKS] },
  listTasks: { lists: [TASKS] },
  listTemplates: { lists: [TEMPLATES] },
  listDocumentCollections: { lists: [COLLECTIONS] },
  listDocumentReviews: { lists: [REVIEWS] },
  listUserReports: { lists: [USER_REPORTS] },
  listAssetReports: { lists: [USER_REPORTS] },
  listIncomeInsights: { lists: [USER_REPORTS] },
  listEvents: { log: 'events', order: 'sequence', filters: ['event_type', 'user_id', 'order_id', 'link_id'] },
  listNoticeRequests: {
    log: 'webhook_attempts',
    order: 'sent_at, position',
    filters: ['event_type', 'status_code', 'endpoint_id'],
  },
  listWebhooks: { bounded: 'at most 50 endpoints per environment' },
  listOrderEvents: { bounded: 'the timeline of one order' },
  listProviders: { bounded: 'the providers this installation knows' },
  listCompanies: { bounded: 'the catalogue is found by words, the best matches only' },
  listEmployments: OF_ONE_LINK,
  listStatements: OF_ONE_LINK,
  listShifts: OF_ONE_LINK,
  listPayrollAccounts: OF_ONE_LINK,
  listLinkDocuments: OF_ONE_LINK,
  listTransactions: OF_ONE_LINK,
  listBankStatements: OF_ONE_LINK,
};
