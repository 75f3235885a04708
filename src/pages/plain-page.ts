// The layout of small pages: one column, one style, no script. Inserted values are escaped unless they are Html.
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from '#render/html.ts';

export type PlainPage = {
  status: number;
  title: string;
  body: Html;
  form_targets?: readonly string[];
  /** The referrer policy is `same-origin` for pages whose form must send an Origin header. */
  referrer_policy?: 'same-origin';
};

/**
 * Headers of windows that the widget opens. The widget checks whether these windows are still open. With a stricter
 * policy, an open window would look closed to the widget.
 */
export const OPENED_BY_OTHERS = { 'cross-origin-opener-policy': 'unsafe-none' };

export function sendPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const { status, title, body, form_targets = [], referrer_policy = 'no-referrer' } = page;
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(form_targets),
      'referrer-policy': referrer_policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(documentOf(title, body).markup);
}

/**
 * `form_targets` must contain the redirect targets too: if the response to a form is a redirect, browsers check its
 * target against `form-action` again.
 */
function policy(form_targets: readonly string[]): string {
  const style = `'sha256-${hash('sha256', STYLE.markup, 'base64')}'`;
  const targets = form_targets.length === 0 ? "'none'" : ["'self'", ...form_targets].join(' ');
  return `default-src 'none'; style-src ${style}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

const STYLE = html`
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #c9d1da; --paper: #ffffff; --ground: #eef1f5; --accent: #14508c; --on-accent: #ffffff; --alert: #a3161f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --soft: #a7b2bf; --line: #46515e; --paper: #1b222b; --ground: #11161c; --accent: #8ec1f5; --on-accent: #0d1a28; --alert: #ff9a9a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
ul { margin: 0 0 1.25rem; padding-left: 1.25rem; }
a { color: var(--accent); }
.brand { margin: 0 0 1.25rem; color: var(--soft); font-size: 0.875rem; letter-spacing: 0.02em; }
.soft { color: var(--soft); font-size: 0.875rem; }
.alert { padding: 0.625rem 0.75rem; border: 1px solid var(--alert); border-radius: 0.5rem; color: var(--alert); }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input { width: 100%; margin-bottom: 1rem; padding: 0.625rem 0.75rem; border: 1px solid var(--soft); border-radius: 0.5rem; background: var(--paper); color: inherit; font: inherit; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; margin: 0.5rem 0 1.25rem; }
button { min-height: 2.75rem; border: 1px solid var(--accent); border-radius: 0.5rem; background: var(--paper); color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.wide { width: 100%; }
button.main { background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-size: 0.9375em; }
main > :last-child { margin-bottom: 0; }
`;

const documentOf = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
