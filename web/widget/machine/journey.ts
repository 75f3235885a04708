// The steps from the first screen to the login form: finding the provider of the account to connect.
import type { DataSource, EmployerRef, ExistingLink, NewTask, Provider } from '../../shared/session.ts';
import { isGiven } from '../../shared/shapes.ts';
import { openFile, takesFiles } from './bank-files.ts';
import { openDocuments, reopenDocuments } from './documents.ts';
import { aimOf, andThen, back, common, restart, show, stay, tell } from './moves.ts';
import { NO_DOCUMENTS, NO_PURSUIT, type Place, type ScreenName, type State, type Step } from './state.ts';
import { unsentOf } from './uploads.ts';

/**
 * Starts to connect one account. If there is an order, this is the account for the given suborder. If there is no
 * order, it is the account for which the token was issued.
 */
export function begin(state: State, suborder_id: string | null): Step {
  const documents = suborder_id === state.pursuit.suborder_id ? unsentOf(state.pursuit.documents) : NO_DOCUMENTS;
  const next = { ...state, pursuit: { ...NO_PURSUIT, suborder_id, documents }, trail: rootOf(state) };
  const aim = aimOf(next);
  if (aim !== null && aim.links.length > 0) return show(next, { name: 'links' });
  return search(next);
}

/**
 * The start of `trail` (the visited screens): the overview screen if the order has an overview, otherwise no screen.
 */
export const rootOf = (state: State): State['trail'] => (hasOverview(state) ? [{ name: 'overview' }] : []);

/** An order with only one suborder needs no overview, except on our own landing page. */
export const hasOverview = ({ session, setting }: State): boolean =>
  isGiven(session?.order) && (setting.is_page || session.order.suborders.length > 1);

/** Finds the provider to connect: it may be preselected, otherwise the applicant chooses. */
export function search(state: State): Step {
  const aim = aimOf(state);
  if (isGiven(aim?.provider)) return chooseProvider(withChoice(state, { company: aim.company }), aim.provider);
  const [method] = aim?.methods ?? [];
  if (method === undefined) return takesFiles(state) ? openFile(state) : show(state, { name: 'methods' });
  const id = aim?.company?.id ?? (aim?.suborder === null ? state.setting.company_mapping_id : null);
  if (method !== 'payroll' || id === null) return chooseMethod(state, method);
  const known = withChoice(state, { method, company: aim?.company ?? { id, name: '', logo_url: null } });
  return stay({ ...known, is_busy: true }, { do: 'find_providers', company_mapping_id: id });
}

export function chooseMethod(state: State, method: DataSource): Step {
  // The choices made so far are kept, so that Back leads from the documents to the failed login form.
  if (method === 'docs') return openDocuments(state);
  const trail = state.trail.filter(({ name }) => !NEEDS_PROVIDER.has(name));
  return show(withChoice({ ...state, trail }, { ...NO_CHOICE, method }), firstScreenOf(method));
}

/** Screens that need a chosen provider. Back skips them after another method was chosen. */
const NEEDS_PROVIDER: ReadonlySet<ScreenName> = new Set(['deposit', 'organization', 'login']);

const firstScreenOf = (method: DataSource) =>
  method === 'payroll' ? ({ name: 'employer' } as const) : ({ name: 'providers', found: null } as const);

const NO_CHOICE = { company: null, provider: null, link: null, organization_id: null };

const withChoice = (state: State, choice: Partial<State['pursuit']>): State => ({
  ...state,
  pursuit: { ...state.pursuit, ...choice },
});

/**
 * Emits EMPLOYER_SELECTED, and looks for the employer's providers. If the employer has no id, the applicant searches
 * for the provider.
 */
export function chooseEmployer(state: State, company: EmployerRef): Step {
  const chosen = withChoice(state, { ...NO_CHOICE, company });
  const emitted = tell(chosen, {
    type: 'EMPLOYER_SELECTED',
    payload: { ...common(chosen), employer: { name: company.name } },
    source: 'bridge',
  });
  if (company.id === null) return andThen(emitted, (next) => show(next, { name: 'providers', found: null }));
  const company_mapping_id = company.id;
  return andThen(emitted, (next) => stay({ ...next, is_busy: true }, { do: 'find_providers', company_mapping_id }));
}

export function providersFound(state: State, providers: readonly Provider[]): Step {
  const [first] = providers;
  if (first !== undefined && providers.length === 1) return chooseProvider(state, first);
  if (first !== undefined) return show(state, { name: 'providers', found: providers });
  // The page or the token preselected an employer that has no provider, so the applicant goes to the search.
  if (state.screen.name !== 'employer') return chooseMethod(state, state.pursuit.method ?? 'payroll');
  return show(state, { name: 'no_provider' });
}

export function chooseProvider(state: State, provider: Provider): Step {
  const method = state.pursuit.method ?? provider.data_source;
  const typed = state.pursuit.provider?.id === provider.id ? state.pursuit.typed : {};
  const next = withChoice(state, { provider, method, typed, link: null, organization_id: null });
  if (provider.is_file) return openFile(next);
  return isUnconfirmed(next) ? show(next, { name: 'deposit' }) : toLogin(next);
}

export function chooseLink(state: State, link: ExistingLink): Step {
  const next = withChoice(state, { ...NO_CHOICE, link });
  return isUnconfirmed(next) ? show(next, { name: 'deposit' }) : startLink(next, link);
}

/**
 * Whether the applicant still has to confirm the change of their direct deposit. A direct deposit is changed only after
 * the applicant has confirmed the change.
 */
const isUnconfirmed = (state: State): boolean => isGiven(aimOf(state)?.deposit) && !state.pursuit.is_deposit_confirmed;

export function confirmDeposit(state: State): Step {
  const next = withChoice(state, { is_deposit_confirmed: true });
  return next.pursuit.link === null ? toLogin(next) : startLink(next, next.pursuit.link);
}

/**
 * True if a required organization is still missing. The widget asks for the organization before it shows the login
 * form.
 */
export const asksOrganization = ({ provider, organization_id }: State['pursuit']): boolean =>
  organization_id === null &&
  (provider?.fields.some(({ name, required }) => isOrganization(name) && required) ?? false);

export const isOrganization = (field_name: string): boolean => field_name === 'organization_id';

export const toLogin = (state: State): Step =>
  show(state, { name: asksOrganization(state.pursuit) ? 'organization' : 'login' });

export const nameOrganization = (state: State, organization_id: string): Step =>
  show(withChoice(state, { organization_id }), { name: 'login' });

export function submit(state: State, credentials: Readonly<Record<string, string>>): Step {
  const { provider, company, organization_id, suborder_id } = state.pursuit;
  if (provider === null || state.is_busy) return stay(state);
  const task: NewTask = {
    provider_id: provider.id,
    ...(isGiven(company?.id) && { company_mapping_id: company.id }),
    ...(suborder_id !== null && { suborder_id }),
    credentials: organization_id === null ? credentials : { ...credentials, organization_id },
  };
  const typed = Object.fromEntries(
    provider.fields.filter(({ kind }) => kind !== 'password').map(({ name }) => [name, credentials[name] ?? '']),
  );
  return stay({ ...withChoice(state, { typed }), is_busy: true, problem: null }, { do: 'start', task });
}

export function startLink(state: State, { link_id }: ExistingLink): Step {
  const { suborder_id } = state.pursuit;
  const task: NewTask = { link_id, ...(suborder_id !== null && { suborder_id }), confirm: true };
  return stay({ ...state, is_busy: true, problem: null }, { do: 'start', task });
}

/** Returns to the screen the applicant had reached before the page was reloaded. */
export function restore(state: State, { suborder_id, method, company, provider, doc_type, is_file }: Place): Step {
  const there = { ...state, pursuit: { ...NO_PURSUIT, suborder_id }, trail: rootOf(state) };
  if (is_file && takesFiles(there)) return openFile(withChoice(there, { method, company }));
  const is_offered = method !== null && aimOf(there)?.methods.includes(method) === true;
  if (!is_offered) return begin(state, suborder_id);
  if (method === 'docs') return reopenDocuments(there, doc_type);
  if (provider === null) return chooseMethod(there, method);
  const found = withChoice({ ...there, trail: [...there.trail, firstScreenOf(method)] }, { method, company });
  return stay({ ...found, is_busy: true }, { do: 'find_provider', provider_id: provider.id, name: provider.name });
}

/** Offers another provider instead of the provider that failed. */
export function otherProvider(state: State): Step {
  const method = state.pursuit.method ?? aimOf(state)?.methods.find((one) => one !== 'docs');
  if (method === undefined) return back(state);
  return chooseMethod({ ...state, trail: rootOf(state) }, method);
}

export const toMethods = (state: State): Step => show(state, { name: 'methods' });

/** The first screen after consent, if no task is running. */
export const toStart = (state: State): Step =>
  hasOverview(state)
    ? restart({ ...state, pursuit: NO_PURSUIT }, { name: 'overview' })
    : begin(state, state.session?.order?.suborders[0]?.id ?? null);
