// The roles of dashboard users and what each role may do, per area of the console and per environment.
import type { Environment } from '#domain/platform/scope.ts';

export const ROLES = ['owner', 'developer', 'underwriter', 'reviewer', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The areas of the console. Every operation of the console belongs to one area.
 *
 * - `development`: keys, webhooks, templates and logs
 * - `sandbox`: the clock and the people of the sandbox, and the emulator of the widget
 * - `cases`: orders, people and reports, with sensitive values masked
 * - `disclosure`: unmasked values, PDFs and exports
 * - `reviews`: reviews of documents
 * - `administration`: members, roles, limits, prices and providers
 * - `audit`: the audit log
 */
export const AREAS = ['development', 'sandbox', 'cases', 'disclosure', 'reviews', 'administration', 'audit'] as const;
export type Area = (typeof AREAS)[number];

export const RIGHTS = ['read', 'write'] as const;
export type Right = (typeof RIGHTS)[number];

/**
 * What a role may do in an area. `write` includes reading. `own` allows the user only to read, and only entries about
 * the user's own actions. `documents` allows everything in the area, but only for documents.
 */
export type Access = 'none' | 'own' | 'documents' | 'read' | 'write';

/** One `Access` value that applies to both environments, or a separate value for each environment. */
type Cell = Access | Readonly<Record<Environment, Access>>;

/** The role table. "Yes" in the contract is `write` here, and "no" is `none`. */
export const ROLE_TABLE: Readonly<Record<Area, Readonly<Record<Role, Cell>>>> = {
  development: { owner: 'write', developer: 'write', underwriter: 'none', reviewer: 'none', auditor: 'read' },
  sandbox: { owner: 'write', developer: 'write', underwriter: 'none', reviewer: 'none', auditor: 'none' },
  cases: {
    owner: 'write',
    developer: { sandbox: 'write', prod: 'read' },
    underwriter: 'write',
    reviewer: 'read',
    auditor: 'read',
  },
  disclosure: {
    owner: 'write',
    developer: { sandbox: 'write', prod: 'none' },
    underwriter: 'write',
    reviewer: 'documents',
    auditor: 'none',
  },
  reviews: {
    owner: 'write',
    developer: { sandbox: 'write', prod: 'none' },
    underwriter: 'none',
    reviewer: 'write',
    auditor: 'read',
  },
  administration: { owner: 'write', developer: 'read', underwriter: 'none', reviewer: 'none', auditor: 'read' },
  audit: { owner: 'read', developer: 'own', underwriter: 'own', reviewer: 'own', auditor: 'read' },
};

export function accessOf(role: Role, environment: Environment, area: Area): Access {
  const cell = ROLE_TABLE[area][role];
  return typeof cell === 'string' ? cell : cell[environment];
}

const GRANTS: Readonly<Record<Access, readonly Right[]>> = {
  none: [],
  own: ['read'],
  documents: [],
  read: ['read'],
  write: ['read', 'write'],
};

/**
 * Whether the role may use the operations of an area. If the role table has `own`, reading is allowed, and the
 * operation shows only what the user did. If the role table has `documents`, the result is false, because operations on
 * documents call `mayDoWithDocuments` instead.
 */
export const mayDo = (role: Role, environment: Environment, area: Area, right: Right): boolean =>
  GRANTS[accessOf(role, environment, area)].includes(right);

/**
 * Whether the role may use the area's operations on documents and their files. The role may have no right to the area's
 * other operations.
 */
export const mayDoWithDocuments = (role: Role, environment: Environment, area: Area, right: Right): boolean =>
  accessOf(role, environment, area) === 'documents' || mayDo(role, environment, area, right);
