// A task as the widget shows it: what the applicant has to do, what went wrong, and when the task is shown as a
// success.
import type { InvalidParam } from '#base/errors.ts';
import type { ProductType } from '#domain/access/products.ts';
import { isFinal, type TaskStatus } from '#domain/connections/tasks.ts';

export const STEPS = ['working', 'code', 'redirect'] as const;
export type Step = (typeof STEPS)[number];

export const ERROR_CODES = ['LOGIN_ERROR', 'MFA_ERROR', 'UNAVAILABLE', 'NO_DATA', 'LINK_EXISTS', 'ERROR'] as const;
export type WidgetErrorCode = (typeof ERROR_CODES)[number];

/**
 * The error of an update-mode task whose login belongs to another link. `errorOf` derives the error code from this
 * text.
 */
export const LINK_EXISTS = 'This login already belongs to another connection.';

const CODES: Partial<Record<TaskStatus, WidgetErrorCode>> = {
  login_error: 'LOGIN_ERROR',
  account_locked: 'LOGIN_ERROR',
  unable_to_reset: 'LOGIN_ERROR',
  mfa_error: 'MFA_ERROR',
  unavailable: 'UNAVAILABLE',
  not_supported: 'UNAVAILABLE',
  no_data: 'NO_DATA',
};

export type EndedTask = { status: TaskStatus; error_message: string | null };

/** The error of a task; `null` while the task runs and after it has succeeded. */
export function errorOf({
  status,
  error_message,
}: EndedTask): { error_code: WidgetErrorCode; error_message: string } | null {
  if (!isFinal(status) || status === 'done') return null;
  const code = error_message === LINK_EXISTS ? 'LINK_EXISTS' : (CODES[status] ?? 'ERROR');
  return { error_code: code, error_message: error_message ?? '' };
}

export const stepOf = (waits_for: string | null): Step =>
  waits_for === 'code' || waits_for === 'redirect' ? waits_for : 'working';

/**
 * The time after the login from which a running task may be shown as a success. A task that fails within this time is
 * never shown as a success.
 */
export const SUCCESS_AFTER_MS = 5_000;

/**
 * For these products, a task succeeds only if data was written or listed. A successful login alone is not a success.
 */
const ONLY_WHEN_DONE: ReadonlySet<ProductType> = new Set(['deposit_switch', 'pll', 'admin']);

export type RunningTask = { status: TaskStatus; product_type: ProductType; logged_in_at: Date | null };

/**
 * The time at which a running task may be shown as a success; `undefined` if the task cannot become a success just
 * because time passes.
 */
export const successAt = ({ status, product_type, logged_in_at }: RunningTask): Date | undefined =>
  isFinal(status) || logged_in_at === null || ONLY_WHEN_DONE.has(product_type)
    ? undefined
    : new Date(logged_in_at.getTime() + SUCCESS_AFTER_MS);

export function isSuccess(task: RunningTask, now: Date): boolean {
  if (task.status === 'done') return true;
  const at = successAt(task);
  return at !== undefined && now >= at;
}

export type SeenTask = { status: TaskStatus; step: Step; public_token: string | null };

/**
 * Whether the task has changed since the widget last saw it. `since` is the state that the widget saw, written as
 * `<status>:<step>`. It ends with `:token` if the task had a public token.
 */
export function isNews(task: SeenTask, since: string | undefined): boolean {
  const seen = `${task.status}:${task.step}`;
  return since !== `${seen}:token` && !(since === seen && task.public_token === null);
}

export type FormField = { name: string; required: boolean; length_max: number };

/** The validation errors for the values that the applicant sent in a login form, in the order of the form's fields. */
export const credentialFaults = (
  fields: readonly FormField[],
  sent: Readonly<Record<string, string | null>>,
): InvalidParam[] =>
  fields.flatMap(({ name, required, length_max }) => {
    const value = valueOf(sent, name);
    const field = `credentials.${name}`;
    if (value === '') return required ? [{ field, message: 'This field is required.' }] : [];
    return value.length > length_max
      ? [{ field, message: `Ensure this field has no more than ${length_max} characters.` }]
      : [];
  });

/** Keeps only non-empty values for which the form has fields. */
export const toCredentials = (
  fields: readonly FormField[],
  sent: Readonly<Record<string, string | null>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name }) => [name, valueOf(sent, name)] as const).filter(([, value]) => value !== ''),
  );

const valueOf = (sent: Readonly<Record<string, string | null>>, name: string): string =>
  Object.hasOwn(sent, name) ? (sent[name] ?? '') : '';
