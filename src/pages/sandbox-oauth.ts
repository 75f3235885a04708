// The sandbox bank's OAuth server: the page where a person allows or denies access, and the endpoints where the bank's
// client exchanges and uses its tokens.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { type Authorization, BANK_CLIENT_ID, BANK_PATHS } from '#domain/connections/sandbox-oauth.ts';
import { type Html, html } from '#render/html.ts';
import {
  answerRevoke,
  answerToken,
  answerUserinfo,
  type BankParts,
  callbackUrl,
  decide,
  type OAuthAnswer,
  openAuthorization,
} from '#services/connections/sandbox-oauth.ts';
import { OPENED_BY_OTHERS, sendPage } from './plain-page.ts';

type Form = Record<string, string>;

const FORM_BYTES_MAX = 16_384;
const TITLE = 'Vouch Bank';

export function sandboxBankPages(app: FastifyInstance, parts: BankParts): void {
  void app.register(async (bank) => {
    bank.removeAllContentTypeParsers();
    bank.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    bank.setErrorHandler<FastifyError>((error, _request, reply) => {
      // Errors in parsing the body are the sender's mistake, so they get a 4xx page. All other errors go to the app's
      // error handler.
      if (error.code?.startsWith('FST_ERR_CTP_') !== true) throw error;
      return sendPage(reply, { ...STRANGER, status: error.statusCode ?? 400 });
    });
    bank.addHook('onRequest', (_request, reply, done) => {
      reply.headers(OPENED_BY_OTHERS);
      done();
    });
    const hide = { schema: { hide: true } };
    bank.get<{ Querystring: Form }>(BANK_PATHS.authorize, hide, async ({ query }, reply) => visit(parts, query, reply));
    bank.post<{ Body: Form | undefined }>(BANK_PATHS.authorize, hide, async ({ body }, reply) =>
      answerVisit(parts, body ?? {}, reply),
    );
    bank.post<{ Body: Form | undefined }>(BANK_PATHS.token, hide, async ({ body }, reply) =>
      relay(reply, await answerToken(parts, body ?? {})),
    );
    bank.post<{ Body: Form | undefined }>(BANK_PATHS.revoke, hide, async ({ body }, reply) =>
      relay(reply, await answerRevoke(parts, body ?? {})),
    );
    bank.get(BANK_PATHS.userinfo, hide, async ({ headers }, reply) =>
      relay(reply, await answerUserinfo(parts, headers.authorization)),
    );
  });
}

const relay = (reply: FastifyReply, { status, headers, body }: OAuthAnswer): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' })
    .serializer((text: string) => text)
    .send(body);

function visit(parts: BankParts, query: Form, reply: FastifyReply): FastifyReply {
  const read = openAuthorization(parts, query);
  if (read.outcome === 'stop') return sendPage(reply, STRANGER);
  if (read.outcome === 'back') return reply.redirect(read.url, 303);
  return sendConsent(parts, read.authorization, reply, { username: 'goodlogin' });
}

async function answerVisit(parts: BankParts, form: Form, reply: FastifyReply): Promise<FastifyReply> {
  const read = openAuthorization(parts, form);
  if (read.outcome === 'stop') return sendPage(reply, STRANGER);
  if (read.outcome === 'back') return reply.redirect(read.url, 303);
  const { username = '', password = '' } = form;
  const decision = await decide(parts, read.authorization, { username, password, allow: form['decision'] === 'allow' });
  if (decision.outcome === 'back') return reply.redirect(decision.url, 303);
  return sendConsent(parts, read.authorization, reply, { username, message: decision.message });
}

const STRANGER = {
  status: 400,
  title: TITLE,
  body: html`<h1>This page cannot be shown</h1>
<p>It was opened by an app that Vouch Bank does not recognize. Nothing was shared.</p>`,
};

type Shown = { username: string; message?: string };

function sendConsent(parts: BankParts, authorization: Authorization, reply: FastifyReply, shown: Shown): FastifyReply {
  return sendPage(reply, {
    status: shown.message === undefined ? 200 : 401,
    title: shown.message === undefined ? `Share your accounts – ${TITLE}` : `Error: ${shown.message} – ${TITLE}`,
    body: consentForm(authorization, shown),
    form_targets: [new URL(callbackUrl(parts)).origin],
  });
}

const consentForm = (
  authorization: Authorization,
  { username, message }: Shown,
): Html => html`<p class="brand">Vouch Bank · sandbox</p>
<h1>Share your accounts?</h1>
<p>Vouch asks to read, from your accounts at Vouch Bank:</p>
<ul>
<li>balances and account details</li>
<li>transactions and statements</li>
<li>your name and contact details</li>
</ul>
${message === undefined ? '' : html`<p class="alert" role="alert" id="message">${message}</p>`}
<form method="post">
${hiddenFields(authorization)}
<label for="username">User name</label>
<input id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="128">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="128"${message === undefined ? '' : html` aria-describedby="message" aria-invalid="true"`}>
<div class="choices">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<p class="soft">Everyone here is invented. Try <code>goodlogin</code> with <code>goodpassword</code>.</p>`;

const hiddenFields = ({ redirect_uri, state, code_challenge }: Authorization): Html[] =>
  Object.entries({
    response_type: 'code',
    client_id: BANK_CLIENT_ID,
    redirect_uri,
    state,
    code_challenge,
    code_challenge_method: 'S256',
  }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
