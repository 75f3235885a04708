// The hosted pages on which a person chooses an institution, logs in and chooses accounts. Each step is a form.
import type { Answer } from '../kit/answers.ts';
import { INSTITUTIONS } from '../kit/bank.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { uuidOf, wordId } from '../kit/random.ts';
import { formBody, type SimRequest } from '../kit/request.ts';
import type { Life } from '../lives/life.ts';
import { notifyItem, notifySession } from './notify.ts';
import type { Item, LinkSession, LinkToken, State } from './state.ts';

const PUBLIC_TOKEN_SECONDS = 1800;

/** The pages whose paths begin with `/hosted/{token}`. */
export function hostedPage(state: State, request: SimRequest): Answer {
  const token = state.link_tokens.get(request.params['token'] ?? '');
  const step = request.params['step'];
  if (token === undefined) return { status: 404, html: page('Not found', alert('This address is wrong.')) };
  if (request.now > token.expires_at) return { status: 410, html: page('Expired', alert('This link has expired.')) };
  if (step === undefined) return startSession(token, request);
  const session = token.sessions.find(({ id }) => id === request.params['session']);
  if (session === undefined || session.status !== 'open') {
    return { status: 410, html: page('Finished', alert('This page was finished before.')) };
  }
  const form = formBody(request);
  if (step === 'institution')
    return chooseInstitution(state, token, session, request, form.get('institution_id') ?? '');
  if (step === 'login') return login(state, token, session, request, form);
  if (step === 'accounts') return chooseAccounts(state, token, session, request, form.getAll('account'));
  if (step === 'exit') return finish(state, token, session, 'EXITED', request.now);
  return { status: 404, html: page('Not found', alert('This address is wrong.')) };
}

function startSession(token: LinkToken, request: SimRequest): Answer {
  const id = uuidOf('plaid', token.link_token, 'session', token.sessions.length);
  const session: LinkSession = {
    id,
    started_at: request.now,
    finished_at: null,
    institution: token.item?.institution ?? null,
    life: null,
    public_token: null,
    accounts: [],
    status: 'open',
    events: [],
  };
  token.sessions.push(session);
  addEvent(session, 'OPEN', request.now, {});
  if (token.item !== null) return { status: 200, html: loginPage(token, session, request, '') };
  const choices = INSTITUTIONS.map(
    ({ id: institution_id, name }) =>
      `<p><button name="institution_id" value="${escapeHtml(institution_id)}">${escapeHtml(name)}</button></p>`,
  );
  const form = `<form method="post" action="${stepUrl(request, session, 'institution')}">${choices.join('')}</form>`;
  return {
    status: 200,
    html: page(`${shownName(token)}: choose your institution`, form + exitForm(request, session)),
  };
}

function chooseInstitution(
  state: State,
  token: LinkToken,
  session: LinkSession,
  request: SimRequest,
  id: string,
): Answer {
  const institution = INSTITUTIONS.find((known) => known.id === id);
  if (institution === undefined)
    return { status: 400, html: page('Unknown', alert('Choose an institution of the list.')) };
  session.institution = institution;
  addEvent(session, 'SELECT_INSTITUTION', state.clock.now(), {
    institution_id: id,
    institution_name: institution.name,
  });
  return { status: 200, html: loginPage(token, session, request, '') };
}

function login(
  state: State,
  token: LinkToken,
  session: LinkSession,
  request: SimRequest,
  form: URLSearchParams,
): Answer {
  const life = state.bank.login(form.get('username') ?? '', form.get('password') ?? '');
  addEvent(session, 'SUBMIT_CREDENTIALS', request.now, {});
  const is_right = life !== undefined && (token.item === null || token.item.life === life);
  if (!is_right || session.institution === null) {
    addEvent(session, 'ERROR', request.now, { error_code: 'INVALID_CREDENTIALS', error_type: 'ITEM_ERROR' });
    return { status: 200, html: loginPage(token, session, request, alert('The credentials were not correct.')) };
  }
  session.life = life;
  if (token.item !== null) return repair(state, token, session, token.item, request.now);
  const accounts = state.bank.accountsOf(life).filter(({ plan }) => session.institution?.keeps(plan) ?? false);
  if (accounts.length === 0) {
    addEvent(session, 'ERROR', request.now, { error_code: 'NO_ACCOUNTS', error_type: 'ITEM_ERROR' });
    return {
      status: 200,
      html: loginPage(token, session, request, alert('There are no accounts at this institution.')),
    };
  }
  const boxes = accounts.map(
    ({ plan }) =>
      `<p><label><input type="checkbox" name="account" value="${escapeHtml(plan.key)}" checked> ` +
      `${escapeHtml(plan.name)} ${plan.number.slice(-4)}</label></p>`,
  );
  const form_html = `<form method="post" action="${stepUrl(request, session, 'accounts')}">${boxes.join('')}<button>Share these accounts</button></form>`;
  return { status: 200, html: page('Choose your accounts', form_html + exitForm(request, session)) };
}

function chooseAccounts(
  state: State,
  token: LinkToken,
  session: LinkSession,
  request: SimRequest,
  keys: readonly string[],
): Answer {
  const { life, institution } = session;
  if (life === null || institution === null) return { status: 400, html: page('Log in first', alert('Log in first.')) };
  const owned = state.bank.accountsOf(life).filter(({ plan }) => institution.keeps(plan) && keys.includes(plan.key));
  if (owned.length === 0)
    return { status: 400, html: page('Choose your accounts', alert('Choose at least one account.')) };
  session.accounts = owned.map(({ plan }) => plan.key);
  const item = newItem(state, token, life, institution, new Set(session.accounts), request.now);
  session.public_token = `public-sandbox-${uuidOf('plaid', state.seed, 'public', state.public_tokens.size)}`;
  const expires_at = new Date(request.now.getTime() + PUBLIC_TOKEN_SECONDS * 1000);
  state.public_tokens.set(session.public_token, { item, expires_at, is_used: false });
  addEvent(session, 'HANDOFF', request.now, {});
  return finish(state, token, session, 'SUCCESS', request.now);
}

function repair(state: State, token: LinkToken, session: LinkSession, item: Item, now: Date): Answer {
  item.error = null;
  notifyItem(state, item, 'ITEM', 'LOGIN_REPAIRED');
  addEvent(session, 'HANDOFF', now, {});
  return finish(state, token, session, 'SUCCESS', now);
}

/** The redirect adds no parameters to the address: the client calls `/link/token/get` for the result. */
function finish(state: State, token: LinkToken, session: LinkSession, status: 'SUCCESS' | 'EXITED', now: Date): Answer {
  session.status = status;
  session.finished_at = now;
  if (status === 'EXITED') addEvent(session, 'EXIT', now, {});
  notifySession(state, token, session);
  if (token.completion_redirect_uri === null)
    return { status: 200, html: page('Done', '<p>You may close this page.</p>') };
  return { status: 303, headers: { location: token.completion_redirect_uri }, text: '' };
}

function newItem(
  state: State,
  token: LinkToken,
  life: Life,
  institution: Item['institution'],
  accounts: ReadonlySet<string>,
  now: Date,
): Item {
  const number = state.items.size;
  const item: Item = {
    item_id: wordId(37, 'plaid', state.seed, 'item', number),
    access_token: `access-sandbox-${uuidOf('plaid', state.seed, 'access', number)}`,
    life,
    institution,
    accounts,
    products: token.products,
    consented: token.consented,
    webhook: token.webhook,
    days: token.days,
    created_at: now,
    error: null,
    is_removed: false,
    phase: state.is_staged ? 'not_ready' : 'historical',
    has_synced: false,
    log: [],
    current: new Map(),
    computed_from: '',
    changed: new Map(),
    vanished: new Set(),
  };
  state.items.set(item.item_id, item);
  return item;
}

function addEvent(session: LinkSession, event_name: string, now: Date, event_metadata: Record<string, string>): void {
  const event_id = uuidOf(session.id, 'event', session.events.length);
  session.events.push({ event_name, event_id, timestamp: now.toISOString(), event_metadata });
}

const stepUrl = (request: SimRequest, session: LinkSession, step: string): string =>
  `/hosted/${request.params['token']}/${session.id}/${step}`;

const exitForm = (request: SimRequest, session: LinkSession): string =>
  `<form method="post" action="${stepUrl(request, session, 'exit')}"><button>Cancel</button></form>`;

const loginPage = (token: LinkToken, session: LinkSession, request: SimRequest, message: string): string =>
  page(
    `Log in at ${session.institution?.name ?? 'your institution'}`,
    `${message}<p>${escapeHtml(shownName(token))} asks for access.</p>` +
      `<form method="post" action="${stepUrl(request, session, 'login')}">${field('User name', 'username')}` +
      `${field('Password', 'password', 'password')}<button>Log in</button></form>${exitForm(request, session)}`,
  );

/** A client name that is too long is replaced by a general name. */
const shownName = ({ client_name }: LinkToken): string => (client_name.length > 30 ? 'This Application' : client_name);
