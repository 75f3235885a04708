// Verifications and connection sessions. A verification is ordered for a user; a session of it is a link to the page
// where the person connects an employer.
import type { Answer } from '../kit/answers.ts';
import { FieldError, optionalBoolean, optionalFields, optionalString, optionalStrings } from '../kit/fields.ts';
import { hexId, uuidOf } from '../kit/random.ts';
import { jsonBody, type SimRequest } from '../kit/request.ts';
import { toVerification } from './data.ts';
import { listAnswer, queryOf } from './lists.ts';
import { announceVerification } from './notify.ts';
import { type Account, notFound, refuse, type State, type Verification } from './state.ts';

const REPORT_TYPES: ReadonlySet<string> = new Set(['voie', 'voe']);
const LANGUAGES: ReadonlySet<string> = new Set(['EN', 'ES', 'RU', 'ZH']);
const SESSION_SECONDS = 3600;

export function orderVerification(state: State, request: SimRequest): Answer {
  const fields = jsonBody(request);
  const [user_id, report] = [optionalString(fields, 'user'), optionalFields(fields, 'report')];
  const missing = Object.entries({ user: user_id, report }).filter(([, value]) => value === undefined);
  if (user_id === undefined || report === undefined) {
    refuse(400, Object.fromEntries(missing.map(([key]) => [key, ['This field is required.']])));
  }
  const user = state.users.get(user_id);
  if (user === undefined) refuse(400, { user: ['User not found.'] });
  const type = optionalString(report, 'type');
  if (type === undefined) refuse(400, { report: { type: ['This field is required.'] } });
  if (!REPORT_TYPES.has(type)) refuse(400, { report: { type: [`"${type}" is not a valid choice.`] } });
  state.counter += 1;
  const verification: Verification = {
    id: uuidOf('argyle', state.seed, 'verification', state.counter),
    user,
    type,
    loan: optionalFields(fields, 'loan') ?? null,
    billing: optionalFields(fields, 'billing') ?? null,
    status: { state: 'PENDING', code: 'pending' },
    account: null,
    created_at: request.now,
    updated_at: request.now,
  };
  state.verifications.set(verification.id, verification);
  return { status: 200, json: toVerification(verification) };
}

export function listVerifications(state: State, request: SimRequest): Answer {
  const { query } = queryOf(request);
  const found = [...state.verifications.values()].filter(({ user, type, status }) => {
    const own = { user: user.id, report_type: type, status_state: status.state, status_code: status.code };
    return Object.entries(own).every(([name, value]) => (query.get(name) ?? value) === value);
  });
  return listAnswer(request, found.toReversed(), toVerification);
}

export function oneVerification(state: State, request: SimRequest): Answer {
  const found = state.verifications.get(request.params['id'] ?? '');
  return found === undefined ? notFound : { status: 200, json: toVerification(found) };
}

/** A session can be created as often as wanted while its verification is not completed. */
export function createSession(state: State, request: SimRequest): Answer {
  const fields = jsonBody(request);
  const id = optionalString(fields, 'verification');
  if (id === undefined) throw new FieldError('verification', 'missing', 'verification is required');
  const verification = state.verifications.get(id);
  if (verification === undefined) refuse(400, { verification: ['Verification not found.'] });
  if (verification.status.state === 'COMPLETED') refuse(400, { verification: ['The verification is not active.'] });
  const wanted = optionalFields(fields, 'configuration') ?? {};
  const redirect_url = optionalString(wanted, 'redirect_url') ?? null;
  if (redirect_url !== null && !URL.canParse(redirect_url)) {
    refuse(400, { configuration: { redirect_url: ['Enter a valid URL.'] } });
  }
  const items = optionalStrings(wanted, 'items') ?? null;
  const unknown = items?.find((item) => !state.items.some((known) => known.id === item));
  if (unknown !== undefined) refuse(400, { configuration: { items: [`"${unknown}" is not a valid choice.`] } });
  const language = optionalString(wanted, 'language') ?? null;
  if (language !== null && !LANGUAGES.has(language)) {
    refuse(400, { configuration: { language: [`"${language}" is not a valid choice.`] } });
  }
  const configuration = {
    experience: null,
    single_use_url: false,
    redirect_url,
    flow_id: optionalString(wanted, 'flow_id') ?? null,
    items,
    language,
    mobile_app: optionalBoolean(wanted, 'mobile_app') ?? false,
  };
  state.counter += 1;
  const token = hexId(40, 'argyle', state.seed, 'session', state.key_secret, state.counter);
  state.sessions.set(token, {
    verification,
    redirect_url,
    items: state.items.filter((item) => items === null || items.length === 0 || items.includes(item.id)),
    item: null,
    ends_at: new Date(request.now.getTime() + SESSION_SECONDS * 1000),
  });
  return {
    status: 200,
    json: {
      verification: verification.id,
      configuration,
      link: `${request.origin}/connect/${token}`,
      data_source: 'payroll',
    },
  };
}

/** The person has opened the page. Argyle sends no webhook about it. */
export function noteOpened(state: State, verification: Verification): void {
  if (verification.status.code !== 'pending') return;
  verification.status = { state: 'PENDING', code: 'user_session_started' };
  verification.updated_at = state.clock.now();
}

/** The person has connected an account. The verification is completed once all data of the account is collected. */
export function noteConnected(state: State, verification: Verification, account: Account): void {
  if (verification.status.state === 'COMPLETED') return;
  verification.account = account;
  move(state, verification, { state: 'PROCESSING', code: 'authenticated' });
  noteCollected(state, account);
}

export function noteCollected(state: State, account: Account): void {
  if (account.phase !== 'synced') return;
  for (const verification of state.verifications.values()) {
    if (verification.account !== account || verification.status.state === 'COMPLETED') continue;
    move(state, verification, { state: 'COMPLETED', code: 'completed' });
  }
}

function move(state: State, verification: Verification, status: Verification['status']): void {
  verification.status = status;
  verification.updated_at = state.clock.now();
  announceVerification(state, verification);
}
