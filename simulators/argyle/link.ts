// The hosted Link page of a session: a person chooses an employer and logs in, or reconnects an account, and returns to
// the client's address.
import { createHmac } from 'node:crypto';
import type { Answer } from '../kit/answers.ts';
import { secondsOf } from '../kit/clock.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { uuidOf } from '../kit/random.ts';
import { formBody, type SimRequest } from '../kit/request.ts';
import { announceConnected } from './notify.ts';
import { type Account, employerOf, type Item, type Session, type State, type User, workOf } from './state.ts';
import { noteConnected, noteOpened } from './verifications.ts';

const TOKEN_SECONDS = 3600;

/** A user token is a JSON Web Token that is valid for an hour. It is for Argyle's SDK; it opens no page here. */
export function userToken(state: State, user: User, now: Date): string {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = secondsOf(now);
  const payload = { client_id: state.key_id, exp: iat + TOKEN_SECONDS, iat, sub: user.id, user_id: user.id };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  const key = `user-token:${state.seed}:${state.key_secret}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/**
 * `GET /connect/{token}`. If the session offers one item, the page skips the search. A person whose accounts have lost
 * their connection sees a button for each.
 */
export function openLink(state: State, request: SimRequest): Answer {
  const token = request.params['token'] ?? '';
  const session = sessionOf(state, token, request.now);
  if (session === undefined) return EXPIRED;
  const { items, verification } = session;
  noteOpened(state, verification);
  session.item = items.length === 1 ? (items[0] ?? null) : null;
  if (session.item !== null) return { status: 200, html: loginPage(token, session.item, '') };
  const lost = [...state.accounts.values()].filter(({ user, error }) => user === verification.user && error !== null);
  const connections = lost.map((one) => button('account', one.id, `Reconnect ${employerOf(one)}`));
  const choices = items.map((item) => button('item', item.id, item.name));
  const html =
    (connections.length === 0 ? '' : form(token, 'reconnect', connections.join(''))) +
    form(token, 'employer', choices.join('')) +
    cancelForm(token);
  return { status: 200, html: page('Choose your employer', html) };
}

export function linkStep(state: State, request: SimRequest): Answer {
  const token = request.params['token'] ?? '';
  const session = sessionOf(state, token, request.now);
  if (session === undefined) return EXPIRED;
  const given = formBody(request);
  switch (request.params['step']) {
    case 'employer': {
      const item = session.items.find((known) => known.id === given.get('item'));
      if (item === undefined) return { status: 400, html: page('Unknown', alert('Choose an employer of the list.')) };
      session.item = item;
      return { status: 200, html: loginPage(token, item, '') };
    }
    case 'reconnect': {
      const account = state.accounts.get(given.get('account') ?? '');
      if (account === undefined || account.user !== session.verification.user) {
        return { status: 400, html: page('Unknown', alert('Choose a connection of the list.')) };
      }
      renew(state, account, request.now);
      noteConnected(state, session.verification, account);
      return leave(session, true);
    }
    case 'login': {
      const life = state.bank.login(given.get('username') ?? '', given.get('password') ?? '');
      const work = life === undefined || session.item === null ? undefined : workOf(life, session.item);
      if (life === undefined || session.item === null || work === undefined) {
        return { status: 200, html: loginPage(token, session.item, alert('User name or password is wrong.')) };
      }
      const account = connect(state, session.verification.user, session.item, life, work, request.now);
      noteConnected(state, session.verification, account);
      return leave(session, true);
    }
    case 'cancel':
      return leave(session, false);
    default:
      return { status: 404, html: page('Not found', alert('This address is wrong.')) };
  }
}

const EXPIRED: Answer = { status: 410, html: page('Session expired', alert('Please start again in the app.')) };

function sessionOf(state: State, token: string, now: Date): Session | undefined {
  const session = state.sessions.get(token);
  return session !== undefined && session.ends_at > now ? session : undefined;
}

/** A person who connects the same employer again as the same user gets the same account with the same id. */
function connect(
  state: State,
  user: User,
  item: Item,
  life: Account['life'],
  work: Account['work'],
  now: Date,
): Account {
  const id = uuidOf('argyle', user.id, item.id, life.id);
  const known = state.accounts.get(id);
  if (known !== undefined) {
    renew(state, known, now);
    return known;
  }
  const account: Account = {
    id,
    user,
    item,
    life,
    work,
    created_at: now,
    updated_at: now,
    connection_at: now,
    error: null,
    phase: state.is_staged ? 'connecting' : 'synced',
    synced_to: state.clock.today(),
    seed: state.seed,
    vanished: new Set(),
  };
  state.accounts.set(id, account);
  announceConnected(state, account, true);
  return account;
}

/** The time of the connection changes only if its status changes. */
function renew(state: State, account: Account, now: Date): void {
  if (account.error !== null) account.connection_at = now;
  account.error = null;
  account.synced_to = state.clock.today();
  account.updated_at = now;
  announceConnected(state, account, false);
}

/** Argyle adds two parameters to the client's redirect address. */
function leave({ redirect_url, item }: Session, is_complete: boolean): Answer {
  if (redirect_url === null) return { status: 200, html: page('Done', '<p>You may close this page.</p>') };
  const url = new URL(redirect_url);
  url.searchParams.set('user_submission_complete', String(is_complete));
  url.searchParams.set('user_attempted_employer_selection', String(item !== null));
  return { status: 303, headers: { location: url.href }, text: '' };
}

const loginPage = (token: string, item: Item | null, message: string): string =>
  page(
    `Log in at ${item?.name ?? 'your employer'}`,
    message +
      form(
        token,
        'login',
        `${field('User name', 'username')}${field('Password', 'password', 'password')}<button>Log in</button>`,
      ) +
      cancelForm(token),
  );

const form = (token: string, step: string, content: string): string =>
  `<form method="post" action="/connect/${token}/${step}">${content}</form>`;

const button = (name: string, value: string, text: string): string =>
  `<p><button name="${name}" value="${escapeHtml(value)}">${escapeHtml(text)}</button></p>`;

const cancelForm = (token: string): string => form(token, 'cancel', '<button>Cancel</button>');
