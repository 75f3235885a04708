// The FDX data API in versions 5 and 6: authenticates the client, checks its consent, and checks the parameters.
import { randomUUID } from 'node:crypto';
import { isDay } from '../lives/calendar.ts';
import type { AccountHistory, History } from '../lives/history.ts';
import type { Life } from '../lives/life.ts';
import {
  accountIdOf,
  type Bank,
  type Consent,
  customerIdOf,
  findAccount,
  hashOf,
  isConsentActive,
  isPast,
  lifeOf,
  readHistory,
} from './bank.ts';
import { describeContact, describeCustomer, listPaymentNetworks } from './customers.ts';
import { currentNonce, readProof } from './dpop.ts';
import { FdxError } from './errors.ts';
import { type Answer, type Asked, json } from './http.ts';
import { categoryOf, describeAccount, detailAccount, inVersion, type Version } from './shapes.ts';
import { describeStatement, listStatements, statementPdf } from './statements.ts';
import { taxStatements } from './tax-forms.ts';
import {
  applyRowFaults,
  listTransactions,
  type Position,
  pageOf,
  type RowFaults,
  readOffset,
  type Span,
} from './transactions.ts';

const DAY_MS = 86_400_000;
const LIMIT_DEFAULT = 100;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A request that was authorized. */
type Visitor = {
  bank: Bank;
  asked: Asked;
  version: Version;
  consent: Consent;
  life: Life;
  history: History;
  faults: RowFaults;
};

type Route = {
  pattern: RegExp;
  /** The scopes that allow the request. The consent must include at least one of them. */
  scopes: readonly string[];
  params: readonly string[];
  accept?: string;
  answer(visitor: Visitor, ids: readonly string[]): Answer;
};

const PAGING = ['offset', 'limit'];
const TIMES = ['startTime', 'endTime'];

const ROUTES: readonly Route[] = [
  {
    pattern: /^\/accounts$/,
    scopes: ['fdx:accountbasic:read', 'fdx:accountdetailed:read'],
    params: [...PAGING, 'accountIds', 'resultType'],
    answer: answerAccounts,
  },
  { pattern: /^\/accounts\/([^/]+)$/, scopes: ['fdx:accountdetailed:read'], params: [], answer: answerAccount },
  {
    pattern: /^\/accounts\/([^/]+)\/transactions$/,
    scopes: ['fdx:transactions:read'],
    params: [...PAGING, ...TIMES],
    answer: answerTransactions,
  },
  {
    pattern: /^\/accounts\/([^/]+)\/statements$/,
    scopes: ['fdx:statements:read'],
    params: [...PAGING, ...TIMES],
    answer: answerStatements,
  },
  {
    pattern: /^\/accounts\/([^/]+)\/statements\/([^/]+)$/,
    scopes: ['fdx:statements:read'],
    params: [],
    accept: 'application/pdf',
    answer: answerStatement,
  },
  {
    pattern: /^\/accounts\/([^/]+)\/payment-networks$/,
    scopes: ['fdx:paymentsupport:read'],
    params: PAGING,
    answer: (visitor, [id]) => {
      const { plan } = accountOf(visitor, id);
      if (categoryOf(plan) !== 'DEPOSIT_ACCOUNT')
        throw new FdxError('704', 'Only deposit accounts take part in payments.');
      return inPages(visitor, 'paymentNetworks', listPaymentNetworks(plan));
    },
  },
  {
    pattern: /^\/accounts\/([^/]+)\/contact$/,
    scopes: ['fdx:customercontact:read'],
    params: [],
    answer: (visitor, [id]) => json(200, describeContact(visitor.life, accountOf(visitor, id).plan)),
  },
  {
    pattern: /^\/customers\/current$/,
    scopes: ['fdx:customercontact:read', 'fdx:customerpersonal:read'],
    params: [],
    answer: ({ life, consent }) => json(200, { customerId: customerIdOf(life), ...describeCustomer(life, consent) }),
  },
  {
    pattern: /^\/tax-forms$/,
    scopes: ['fdx:tax:read'],
    params: [...PAGING, 'taxYear', 'taxForms', 'resultType'],
    answer: answerTaxForms,
  },
  {
    pattern: /^\/tax-forms\/([^/]+)$/,
    scopes: ['fdx:tax:read'],
    params: [],
    answer: ({ life, history, bank }, [id]) => {
      const found = taxStatements(life, history, bank.settings.seed).find(
        ({ taxStatementId }) => taxStatementId === id,
      );
      if (found === undefined) throw new FdxError('1107', 'There is no such tax form.');
      return json(200, found);
    },
  },
];

/** Answers a request to the data API. `path` is the part of the address after the version. */
export function answerData(bank: Bank, asked: Asked, version: Version, path: string, faults: RowFaults): Answer {
  const sent_id = asked.headers['x-fapi-interaction-id'];
  const headers = {
    'x-fapi-interaction-id': typeof sent_id === 'string' && UUID.test(sent_id) ? sent_id : randomUUID(),
  };
  try {
    if (sent_id !== undefined && sent_id !== headers['x-fapi-interaction-id']) {
      throw new FdxError('401', 'x-fapi-interaction-id must be a UUID.');
    }
    const { answer, is_dpop } = find(bank, asked, version, path, faults);
    const nonce = is_dpop ? { 'dpop-nonce': currentNonce(bank) } : {};
    return { ...answer, headers: { ...answer.headers, ...headers, ...nonce } };
  } catch (error) {
    if (!(error instanceof FdxError)) throw error;
    return json(error.status, error.body, { ...headers, ...error.headers });
  }
}

function find(
  bank: Bank,
  asked: Asked,
  version: Version,
  path: string,
  faults: RowFaults,
): { answer: Answer; is_dpop: boolean } {
  const route = ROUTES.find(({ pattern }) => pattern.test(path));
  if (route === undefined) throw new FdxError('1107', 'There is no such address.');
  if (asked.method !== 'GET') throw new FdxError('405', 'Only GET is supported.', { headers: { allow: 'GET' } });
  const { consent, is_dpop } = letIn(bank, asked);
  if (!route.scopes.some((scope) => consent.scopes.includes(scope))) {
    const challenge = `Bearer error="insufficient_scope", scope="${route.scopes[0]}"`;
    throw new FdxError('602', 'The consent does not cover this.', {
      status: 403,
      headers: { 'www-authenticate': challenge },
    });
  }
  checkAccept(asked, route.accept ?? 'application/json');
  const names = [...asked.query.keys()];
  const wrong = names.find((name, at) => !route.params.includes(name) || names.indexOf(name) !== at);
  if (wrong !== undefined) throw new FdxError('401', `The parameter ${wrong} is unknown or repeated.`);
  const life = lifeOf(consent.username);
  if (life === undefined) throw new FdxError('601', 'The customer is unknown.');
  const visitor: Visitor = { bank, asked, version, consent, life, history: readHistory(bank, life), faults };
  const ids = route.pattern.exec(path)?.slice(1) ?? [];
  return { answer: route.answer(visitor, ids), is_dpop };
}

/**
 * The consent that belongs to the access token. A token that is bound to a key or certificate must be used with that
 * key or certificate.
 */
function letIn(bank: Bank, asked: Asked): { consent: Consent; is_dpop: boolean } {
  const [scheme, sent, ...more] = (asked.headers.authorization ?? '').split(' ');
  const refuse = (text: string, code = 'invalid_token') => {
    const nonce = scheme === 'DPoP' ? { 'dpop-nonce': currentNonce(bank) } : {};
    const challenge = `${scheme === 'DPoP' ? 'DPoP' : 'Bearer'} error="${code}", error_description="${text}"`;
    return new FdxError('602', text, { headers: { 'www-authenticate': challenge, ...nonce } });
  };
  if (asked.query.has('access_token')) throw new FdxError('401', 'Tokens are not accepted in the address.');
  if (sent === undefined || more.length > 0 || !['Bearer', 'DPoP'].includes(scheme ?? ''))
    throw refuse('A token is missing.');
  const token = bank.access_tokens.get(hashOf(sent));
  if (token === undefined || token.is_revoked) throw refuse('The token is unknown or revoked.');
  if (isPast(bank, token.expires_at)) throw refuse('The token is expired.');
  if (!isConsentActive(bank, token.consent)) throw refuse('The consent has ended.');
  const { binding } = token;
  const is_dpop = binding !== undefined && 'jkt' in binding;
  if (is_dpop !== (scheme === 'DPoP')) throw refuse('The token is sent with the wrong scheme.');
  if (binding !== undefined && 'x5t' in binding && asked.certificate?.thumbprint !== binding.x5t) {
    throw refuse('The token is bound to another certificate.');
  }
  if (is_dpop) {
    const proof = readProof(bank, asked, sent);
    if (proof.kind === 'none') throw refuse('A proof is missing.', 'invalid_dpop_proof');
    if (proof.kind === 'wrong') throw refuse(proof.text, proof.code);
    if (proof.jkt !== binding.jkt) throw refuse('The token is bound to another key.');
  }
  return { consent: token.consent, is_dpop };
}

function answerAccounts(visitor: Visitor): Answer {
  const { asked, version, life, history, consent } = visitor;
  const result = asked.query.get('resultType') ?? 'lightweight';
  if (!['lightweight', 'details'].includes(result))
    throw new FdxError('401', 'resultType must be lightweight or details.');
  const is_detailed = result === 'details';
  if (is_detailed && !consent.scopes.includes('fdx:accountdetailed:read')) {
    throw new FdxError('602', 'The consent does not cover details.', { status: 403 });
  }
  const asked_ids = asked.query.get('accountIds')?.split(',');
  const accounts = sharedAccounts(visitor).filter(
    ({ plan }) => asked_ids === undefined || asked_ids.includes(accountIdOf(life, plan)),
  );
  if (asked_ids !== undefined && accounts.length < new Set(asked_ids).size)
    throw new FdxError('701', 'An account was not found.');
  const describe = (account: AccountHistory): object =>
    is_detailed ? detailAccount(life, account, history.until, sharesHoldings(consent)) : describeAccount(life, account);
  const shown = accounts.map((account) => inVersion(version, account.plan, 'Account', describe(account)));
  const last = accounts.at(-1);
  const { account_fault } = visitor.faults;
  if (account_fault === undefined || last === undefined) return inPages(visitor, 'accounts', shown);
  const others = shown.slice(0, -1);
  if (account_fault === 'unnamed_account') return { ...inPages(visitor, 'accounts', others), status: 206 };
  const failed = inVersion(version, last.plan, 'Account', {
    ...describeAccount(life, last),
    error: { code: '500', message: 'Internal server error' },
  });
  return { ...inPages(visitor, 'accounts', [...others, failed]), status: 206 };
}

function answerAccount(visitor: Visitor, [id]: readonly string[]): Answer {
  const account = accountOf(visitor, id);
  const { version, life, history, consent } = visitor;
  return json(
    200,
    inVersion(version, account.plan, 'Account', detailAccount(life, account, history.until, sharesHoldings(consent))),
  );
}

function answerTransactions(visitor: Visitor, [id = '']: readonly string[]): Answer {
  const { bank, asked, version, life, faults } = visitor;
  const span = readSpan(asked.query, visitor);
  const position = readOffset(
    bank,
    asked.query.get('offset'),
    `${id} ${asked.query.get('startTime')} ${asked.query.get('endTime')}`,
    visitor.history.until,
  );
  const account = accountOf({ ...visitor, history: readHistory(bank, life, position.until) }, id);
  const rows = listTransactions(life, account, version).filter(({ time }) => time >= span.from && time <= span.to);
  return inPages(visitor, 'transactions', applyRowFaults(bank, rows, faults), position, (row) => row.show());
}

function answerStatements(visitor: Visitor, [id]: readonly string[]): Answer {
  const { asked, life, history } = visitor;
  const account = accountOf(visitor, id);
  const span = readSpan(asked.query, visitor);
  const found = listStatements(life, account, history.until).filter(({ period }) => {
    const time = Date.parse(`${period.to}T00:00:00Z`);
    return time >= span.from && time <= span.to;
  });
  return inPages(
    visitor,
    'statements',
    found.map((statement) => describeStatement(life, account, statement)),
  );
}

function answerStatement(visitor: Visitor, [id, statement_id]: readonly string[]): Answer {
  const { life, history } = visitor;
  const account = accountOf(visitor, id);
  const found = listStatements(life, account, history.until).find((statement) => statement.id === statement_id);
  if (found === undefined) throw new FdxError('1107', 'There is no such statement.');
  const headers = { 'content-type': 'application/pdf', 'cache-control': 'no-store' };
  return { status: 200, headers, body: statementPdf(life, account, found) };
}

function answerTaxForms(visitor: Visitor): Answer {
  const { asked, life, history, bank } = visitor;
  const year = asked.query.get('taxYear');
  if (year !== null && !/^\d{4}$/.test(year)) throw new FdxError('401', 'taxYear must be a year.');
  const kinds = asked.query.get('taxForms')?.split(',');
  const found = taxStatements(life, history, bank.settings.seed).filter(
    ({ taxYear, forms }) =>
      (year === null || String(taxYear) === year) &&
      (kinds === undefined ||
        forms.some((form) => Object.keys(form).some((name) => kinds.includes(name[0]?.toUpperCase() + name.slice(1))))),
  );
  if (found.length === 0) throw new FdxError('1107', 'There are no tax forms.');
  return inPages(visitor, 'statements', found);
}

function inPages<T extends object>(
  visitor: Visitor,
  name: string,
  list: readonly T[],
  position?: Position,
  show: (item: T) => object = (item) => item,
): Answer {
  const { bank, asked, history } = visitor;
  const limit = asked.query.get('limit') ?? String(LIMIT_DEFAULT);
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new FdxError('401', 'limit must be a number above zero.');
  const from = position ?? readOffset(bank, asked.query.get('offset'), asked.path, history.until);
  const { page, items } = pageOf(bank, list, from, Math.min(Number(limit), bank.settings.page_limit));
  return json(200, { page, [name]: items.map((item) => show(item)) });
}

/**
 * Start and end are compared with the posting time of a row. A date without a time means the whole day. The start may
 * be as many days ago as the consent allows. The number of days is rounded down.
 */
function readSpan(query: URLSearchParams, { bank, consent }: Visitor): Span {
  const read = (name: string, missing: number, end: string): number => {
    const text = query.get(name);
    if (text === null) return missing;
    if (isDay(text)) return Date.parse(`${text}T${end}Z`);
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
    if (Number.isNaN(time)) throw new FdxError('702', `${name} is not a date or a time of ISO 8601.`);
    return time;
  };
  const now = bank.clock.now().getTime();
  const from = read('startTime', now - consent.lookback_days * DAY_MS, '00:00:00.000');
  const to = read('endTime', Number.POSITIVE_INFINITY, '23:59:59.999');
  if (from > to) throw new FdxError('703', 'startTime is after endTime.');
  if (Math.floor((now - from) / DAY_MS) > consent.lookback_days) {
    throw new FdxError('703', `The consent covers the last ${consent.lookback_days} days.`);
  }
  return { from, to };
}

const sharesHoldings = (consent: Consent): boolean => consent.scopes.includes('fdx:investments:read');

const sharedAccounts = ({ history, consent }: Visitor): AccountHistory[] =>
  history.accounts.filter(({ plan }) => consent.account_keys.includes(plan.key));

/** An account that the person did not share is answered like an account that does not exist. */
function accountOf(visitor: Visitor, id: string | undefined): AccountHistory {
  const found = findAccount(visitor.life, visitor.history, id ?? '');
  if (found === undefined || !visitor.consent.account_keys.includes(found.plan.key))
    throw new FdxError('701', 'The account was not found.');
  return found;
}

function checkAccept(asked: Asked, type: string): void {
  const accepted = (asked.headers.accept ?? '*/*').split(',').map((part) => part.split(';')[0]?.trim());
  const is_fine = accepted.some((one) => one === type || one === '*/*' || one === `${type.split('/')[0]}/*`);
  if (!is_fine) throw new FdxError('401', `Accept must allow ${type}.`, { status: 406 });
}
