// All pages of the console: their position in the navigation, the right that is needed to open them, and their code.
// The code of a page is loaded when the page is first opened.
import type { ComponentType } from 'preact';
import type { Area } from '#domain/console/roles.ts';
import type { Desk } from '../desk.tsx';
import type { ConsoleIcon } from '../parts/icons.tsx';
import type { SHELL } from './words.ts';

export type PageProps = {
  /** The segments of the URL after the page's own name. */
  rest: readonly string[];
};

export type PageDef = {
  /** The first segment of the URL after the place (client and environment). */
  name: string;
  label: keyof typeof SHELL.en;
  /** The group in the navigation. Null if the page is not in the navigation and is opened only from other pages. */
  group: 'work' | 'developers' | 'sandbox' | 'operations' | null;
  icon: ConsoleIcon;
  area: Area;
  /** The page opens when the user presses `g` and then this letter. */
  letter?: string;
  is_sandbox_only?: true;
  load(): Promise<{ default: ComponentType<PageProps> }>;
};

export const GROUPS = ['work', 'developers', 'sandbox', 'operations'] as const;

export const PAGES: readonly PageDef[] = [
  {
    name: 'home',
    label: 'page_home',
    group: 'work',
    icon: 'home',
    area: 'cases',
    letter: 'h',
    load: () => import('../pages/home/page.tsx'),
  },
  {
    name: 'orders',
    label: 'page_orders',
    group: 'work',
    icon: 'orders',
    area: 'cases',
    letter: 'o',
    load: () => import('../pages/orders/page.tsx'),
  },
  {
    name: 'people',
    label: 'page_people',
    group: 'work',
    icon: 'people',
    area: 'cases',
    letter: 'p',
    load: () => import('../pages/people/page.tsx'),
  },
  {
    name: 'links',
    label: 'page_people',
    group: null,
    icon: 'people',
    area: 'cases',
    load: () => import('../pages/people/link.tsx'),
  },
  {
    name: 'documents',
    label: 'page_reviews',
    group: null,
    icon: 'reviews',
    area: 'cases',
    load: () => import('../pages/documents/page.tsx'),
  },
  {
    name: 'reviews',
    label: 'page_reviews',
    group: 'work',
    icon: 'reviews',
    area: 'reviews',
    letter: 'r',
    load: () => import('../pages/reviews/page.tsx'),
  },
  {
    name: 'keys',
    label: 'page_keys',
    group: 'developers',
    icon: 'keys',
    area: 'development',
    letter: 'k',
    load: () => import('../pages/keys/page.tsx'),
  },
  {
    name: 'webhooks',
    label: 'page_webhooks',
    group: 'developers',
    icon: 'webhooks',
    area: 'development',
    letter: 'w',
    load: () => import('../pages/webhooks/page.tsx'),
  },
  {
    name: 'events',
    label: 'page_events',
    group: 'developers',
    icon: 'events',
    area: 'development',
    letter: 'e',
    load: () => import('../pages/events/page.tsx'),
  },
  {
    name: 'requests',
    label: 'page_requests',
    group: 'developers',
    icon: 'requests',
    area: 'development',
    letter: 'l',
    load: () => import('../pages/requests/page.tsx'),
  },
  {
    name: 'templates',
    label: 'page_templates',
    group: 'developers',
    icon: 'templates',
    area: 'development',
    letter: 'y',
    load: () => import('../pages/templates/page.tsx'),
  },
  {
    name: 'reference',
    label: 'page_reference',
    group: 'developers',
    icon: 'tokens',
    area: 'development',
    letter: 'i',
    load: () => import('../pages/reference/page.tsx'),
  },
  {
    name: 'clock',
    label: 'page_clock',
    group: 'sandbox',
    icon: 'clock',
    area: 'sandbox',
    letter: 't',
    is_sandbox_only: true,
    load: () => import('../pages/clock/page.tsx'),
  },
  {
    name: 'persons',
    label: 'page_persons',
    group: 'sandbox',
    icon: 'members',
    area: 'sandbox',
    letter: 'd',
    is_sandbox_only: true,
    load: () => import('../pages/persons/page.tsx'),
  },
  {
    name: 'emulator',
    label: 'page_emulator',
    group: 'sandbox',
    icon: 'play',
    area: 'sandbox',
    letter: 'm',
    is_sandbox_only: true,
    load: () => import('../pages/emulator/page.tsx'),
  },
  {
    name: 'operations',
    label: 'page_operations',
    group: 'operations',
    icon: 'gear',
    area: 'administration',
    letter: 'b',
    load: () => import('../pages/operations/page.tsx'),
  },
  {
    name: 'members',
    label: 'page_members',
    group: 'operations',
    icon: 'people',
    area: 'administration',
    letter: 'u',
    load: () => import('../pages/members/page.tsx'),
  },
  {
    name: 'audit',
    label: 'page_audit',
    group: 'operations',
    icon: 'audit',
    area: 'audit',
    letter: 'a',
    load: () => import('../pages/audit/page.tsx'),
  },
];

export const mayOpen = (desk: Pick<Desk, 'may' | 'place'>, page: PageDef): boolean =>
  desk.may(page.area, 'read') && (page.is_sandbox_only !== true || desk.place.environment === 'sandbox');

/** The name of the page that a path of a search result opens, for example `orders` for `orders/5f0e…?suborder=…`. */
export const pageOf = (path: string): string => path.split(/[/?]/)[0] ?? '';
