// Every list of the API that is read by page number, so that none is forgotten: housekeeping closes their blocks, tests
// and benchmarks walk them.
import { ALL_LINKS, LINKS } from './links.ts';
import { ORDERS } from './orders.ts';
import type { List } from './pages.ts';
import { TASKS } from './tasks.ts';
import { TEMPLATES } from './templates.ts';
import { USER_REPORTS } from './user-reports.ts';
import { USERS } from './users.ts';

export const LISTS: readonly List[] = [USERS, ORDERS, LINKS, ALL_LINKS, TASKS, TEMPLATES, USER_REPORTS];
