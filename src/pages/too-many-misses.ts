// The page for visitors from a network that has requested too many URLs that do not exist.
import type { FastifyReply } from 'fastify';
import { ServiceError } from '#base/errors.ts';
import { html } from '#render/html.ts';
import { sendPage } from './plain-page.ts';

/** Sends the page that `answer` sends, or a 429 page if `answer` refuses to look up the requested URL. */
export async function orTooManyMisses(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'throttled') throw error;
    return sendPage(
      reply.headers({ 'retry-after': error.retry_after_seconds, 'x-robots-tag': 'noindex, nofollow' }),
      TOO_MANY,
    );
  }
}

const TOO_MANY = {
  status: 429,
  title: 'Please wait',
  body: html`<h1>Please wait a few minutes</h1>
<p>Someone on your network tried too many addresses that do not exist. Try again in ten minutes.</p>
<p lang="es">Desde su red se probaron demasiadas direcciones que no existen. Inténtelo de nuevo en diez minutos.</p>`,
};
