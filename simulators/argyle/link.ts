// The link page: a person chooses an employer, logs in, and returns to the client's address.
import { createHmac } from 'node:crypto';
import type { Answer } from '../kit/answers.ts';
import { secondsOf } from '../kit/clock.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { uuidOf } from '../kit/random.ts';
import { formBody, type SimRequest } from '../kit/request.ts';
import { announceConnected } from './notify.ts';
import { type Account, type Item, type State, type User, workOf } from './state.ts';

const TOKEN_SECONDS = 3600;

/** A user token is a JSON Web Token that is valid for an hour. */
export function userToken(state: State, user: User, now: Date): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = secondsOf(now);
  const payload = { client_id: state.key_id, exp: iat + TOKEN_SECONDS, iat, sub: user.id, user_id: user.id };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${signed}.${signatureOf(state, signed)}`;
}

const signatureOf = (state: State, signed: string): string =>
  createHmac('sha256', `user-token:${state.seed}:${state.key_secret}`).update(signed).digest('base64url');

function userOfToken(state: State, token: string, now: Date): User | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  if (signature !== signatureOf(state, `${head}.${payload}`)) return undefined;
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (typeof content !== 'object' || content === null || !('exp' in content) || !('sub' in content)) return undefined;
  return Number(content.exp) > secondsOf(now) ? state.users.get(String(content.sub)) : undefined;
}

/** `GET /link?user_token=…&redirect_url=…&items=…`. If `items` names one item, the page skips the search. */
export function openLink(state: State, request: SimRequest): Answer {
  const user = userOfToken(state, request.query.get('user_token') ?? '', request.now);
  if (user === undefined)
    return { status: 401, html: page('Session expired', alert('Please start again in the app.')) };
  const redirect_url = request.query.get('redirect_url');
  if (redirect_url !== null && !URL.canParse(redirect_url)) {
    return { status: 400, html: page('Wrong address', alert('redirect_url is no valid address.')) };
  }
  const wanted = (request.query.get('items') ?? '').split(',').filter((id) => id !== '');
  const offered = state.items.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  state.counter += 1;
  const id = uuidOf('argyle', state.seed, 'session', state.counter);
  const only = offered.length === 1 ? (offered[0] ?? null) : null;
  state.sessions.set(id, { user, redirect_url, item: only });
  if (only !== null) return { status: 200, html: loginPage(id, only, '') };
  const buttons = offered.map(
    (item) => `<p><button name="item" value="${escapeHtml(item.id)}">${escapeHtml(item.name)}</button></p>`,
  );
  const form = `<form method="post" action="/link/${id}/employer">${buttons.join('')}</form>`;
  return { status: 200, html: page('Choose your employer', form + cancelForm(id)) };
}

export function linkStep(state: State, request: SimRequest): Answer {
  const id = request.params['session'] ?? '';
  const session = state.sessions.get(id);
  if (session === undefined) return { status: 410, html: page('Finished', alert('This page was finished before.')) };
  const form = formBody(request);
  switch (request.params['step']) {
    case 'employer': {
      const item = state.items.find((known) => known.id === form.get('item'));
      if (item === undefined) return { status: 400, html: page('Unknown', alert('Choose an employer of the list.')) };
      session.item = item;
      return { status: 200, html: loginPage(id, item, '') };
    }
    case 'login': {
      const life = state.bank.login(form.get('username') ?? '', form.get('password') ?? '');
      const work = life === undefined || session.item === null ? undefined : workOf(life, session.item);
      if (life === undefined || session.item === null || work === undefined) {
        return { status: 200, html: loginPage(id, session.item, alert('User name or password is wrong.')) };
      }
      connect(state, session.user, session.item, life, work, request.now);
      return leave(state, id, true, session.item !== null);
    }
    case 'cancel':
      return leave(state, id, false, session.item !== null);
    default:
      return { status: 404, html: page('Not found', alert('This address is wrong.')) };
  }
}

/** A person who connects the same employer again gets the same account with the same id. */
function connect(state: State, user: User, item: Item, life: Account['life'], work: Account['work'], now: Date): void {
  const id = uuidOf('argyle', user.id, item.id, life.id);
  const known = state.accounts.get(id);
  if (known !== undefined) {
    known.error = null;
    known.synced_to = state.clock.today();
    known.updated_at = now;
    announceConnected(state, known);
    return;
  }
  const account: Account = {
    id,
    user,
    item,
    life,
    work,
    created_at: now,
    updated_at: now,
    error: null,
    phase: state.is_staged ? 'connecting' : 'synced',
    synced_to: state.clock.today(),
    seed: state.seed,
    vanished: new Set(),
  };
  state.accounts.set(id, account);
  announceConnected(state, account);
}

/** Argyle adds two parameters to the client's redirect address. */
function leave(state: State, id: string, is_complete: boolean, has_chosen: boolean): Answer {
  const redirect_url = state.sessions.get(id)?.redirect_url ?? null;
  state.sessions.delete(id);
  if (redirect_url === null) return { status: 200, html: page('Done', '<p>You may close this page.</p>') };
  const url = new URL(redirect_url);
  url.searchParams.set('user_submission_complete', String(is_complete));
  url.searchParams.set('user_attempted_employer_selection', String(has_chosen));
  return { status: 303, headers: { location: url.href }, text: '' };
}

const loginPage = (id: string, item: Item | null, message: string): string =>
  page(
    `Log in at ${item?.name ?? 'your employer'}`,
    `${message}<form method="post" action="/link/${id}/login">${field('User name', 'username')}` +
      `${field('Password', 'password', 'password')}<button>Log in</button></form>${cancelForm(id)}`,
  );

const cancelForm = (id: string): string =>
  `<form method="post" action="/link/${id}/cancel"><button>Cancel</button></form>`;
