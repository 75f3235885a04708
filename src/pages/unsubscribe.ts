// The page where a person unsubscribes from messages about an order. GET changes nothing, because mail scanners follow
// every link. POST unsubscribes; it is sent by the button on this page or by a mail program (RFC 8058).
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { html } from '#render/html.ts';
import { findUnsubscription, unsubscribe } from '#services/orders/order-messages.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { type PlainPage, sendPage } from './plain-page.ts';
import { orTooManyMisses } from './too-many-misses.ts';

type Params = { share_key: string };

const PATH = '/verify/:share_key/unsubscribe/';
/**
 * The maximum size of the form. It is enough for `List-Unsubscribe=One-Click` as a URL-encoded form or as a multipart
 * form. The content of the form is not read.
 */
const FORM_BYTES_MAX = 16_384;

export function unsubscribePage(app: FastifyInstance, parts: CtxParts): void {
  void app.register(async (page) => {
    page.removeAllContentTypeParsers();
    page.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) =>
      done(null),
    );
    page.setErrorHandler<FastifyError>((error, _request, reply) => {
      // Errors in parsing the body are the sender's mistake, so they get a 4xx page. All other errors go to the app's
      // error handler.
      if (error.code?.startsWith('FST_ERR_CTP_') !== true) throw error;
      return send(reply, { ...UNKNOWN, status: error.statusCode ?? 400 });
    });
    const hide = { schema: { hide: true } };
    page.get<{ Params: Params }>(PATH, hide, ({ params, ip }, reply) =>
      orTooManyMisses(reply, async () => {
        const found = await findUnsubscription(parts, params.share_key, ip);
        if (found === undefined) return send(reply, UNKNOWN);
        return send(reply, found.is_unsubscribed ? DONE : ask(parts.settings.public_url));
      }),
    );
    page.post<{ Params: Params }>(PATH, hide, ({ params, ip }, reply) =>
      orTooManyMisses(reply, async () =>
        send(reply, (await unsubscribe(parts, params.share_key, ip)) ? DONE : UNKNOWN),
      ),
    );
  });
}

const send = (reply: FastifyReply, page: PlainPage): FastifyReply =>
  sendPage(reply.header('x-robots-tag', 'noindex, nofollow'), page);

/** The page that asks for confirmation. Its form posts to the page's own URL. */
const ask = (public_url: string): PlainPage => ({
  status: 200,
  title: 'Stop messages?',
  body: html`<h1>Stop messages?</h1>
<p>We will not send you any more invitations or reminders about this request. The link in them will keep working.</p>
<p lang="es">No le enviaremos más invitaciones ni recordatorios sobre esta solicitud. El enlace que contienen sigue
funcionando.</p>
<form method="post">
<button class="main">Stop messages / <span lang="es">Detener</span></button>
</form>`,
  form_targets: [new URL(public_url).origin],
});

const DONE: PlainPage = {
  status: 200,
  title: 'Messages stopped',
  body: html`<h1>Messages stopped</h1>
<p>You will not get any more invitations or reminders about this request. The link in them still works if you change
your mind.</p>
<p lang="es">No recibirá más invitaciones ni recordatorios sobre esta solicitud. El enlace que contienen sigue
funcionando, por si cambia de opinión.</p>`,
};

const UNKNOWN: PlainPage = {
  status: 404,
  title: 'Not found',
  body: html`<h1>There is nothing here</h1>
<p>This address does not belong to any of our requests. Use the link exactly as it appears in the message.</p>
<p lang="es">Esta dirección no pertenece a ninguna solicitud nuestra. Use el enlace del mensaje tal como aparece en él.</p>`,
};
