// All lists of the API that are read by page number. Housekeeping closes the blocks of these lists
// (platform/lists/list-blocks.ts). Tests and benchmarks read every list.

import { TEMPLATES } from './access/templates.ts';
import { ALL_LINKS, LINKS } from './connections/links.ts';
import { TASKS } from './connections/tasks.ts';
import { COLLECTIONS } from './documents/collections.ts';
import { REVIEWS } from './documents/documents.ts';
import { ORDERS } from './orders/orders.ts';
import { USERS } from './people/users.ts';
import type { List } from './platform/lists/pages.ts';
import { USER_REPORTS } from './reports/user-reports.ts';

export const LISTS: readonly List[] = [
  USERS,
  ORDERS,
  LINKS,
  ALL_LINKS,
  TASKS,
  TEMPLATES,
  USER_REPORTS,
  COLLECTIONS,
  REVIEWS,
];
