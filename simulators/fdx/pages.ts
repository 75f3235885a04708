// The bank's pages. They work without scripts, with a keyboard, on a phone and with a screen reader.
import { escapeHtml } from '../kit/html.ts';
import { BANK_NAME, SCOPES } from './bank.ts';

type Form = { action: string; visit: string; app: string; problem?: string | undefined };

export function loginPage({ action, visit, app, problem }: Form): string {
  return page(
    'Log in',
    `<h1>Log in to ${BANK_NAME}</h1>
<p><strong>${escapeHtml(app)}</strong> asks to see some of your data. Log in to decide.</p>
${alertOf(problem)}<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="visit" value="${escapeHtml(visit)}">
<label for="username">Username</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password">
<button name="decision" value="log-in">Log in</button>
<button class="second" name="decision" value="cancel">Cancel</button>
</form>`,
  );
}

type ConsentForm = Form & {
  person: string;
  scopes: readonly string[];
  until: string;
  accounts: readonly { id: string; name: string; ending: string }[];
};

export function consentPage({ action, visit, app, problem, person, scopes, until, accounts }: ConsentForm): string {
  const asked = scopes.flatMap((scope) => SCOPES[scope] ?? []);
  const boxes = accounts.map(
    ({ id, name, ending }) =>
      `<li><input type="checkbox" id="a-${id}" name="account" value="${id}" checked>
<label for="a-${id}">${escapeHtml(name)}, ending in ${escapeHtml(ending)}</label></li>`,
  );
  return page(
    'Share your data',
    `<h1>Share your data with ${escapeHtml(app)}?</h1>
<p>You are logged in as ${escapeHtml(person)}.</p>
${alertOf(problem)}<h2>What is shared</h2>
<ul>${asked.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>
<p>Access ends on ${escapeHtml(until)}. You can end it earlier at any time.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="visit" value="${escapeHtml(visit)}">
<fieldset><legend>Accounts to share</legend><ul class="boxes">${boxes.join('')}</ul></fieldset>
<button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="deny">Do not allow</button>
</form>`,
  );
}

export const errorPage = (text: string): string =>
  page('Something is wrong', `<h1>Something is wrong</h1><p role="alert">${escapeHtml(text)}</p>`);

const alertOf = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p role="alert" class="problem">${escapeHtml(problem)}</p>\n`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${BANK_NAME} (simulated)</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; color: #14213d; background: #f3f5f9; margin: 0; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; } h2 { font-size: 1rem; margin-bottom: 0; }
label { display: block; margin: 0.75rem 0 0.25rem; }
input:not([type=checkbox]) { font: inherit; width: 100%; box-sizing: border-box; padding: 0.6rem; border: 1px solid #5c677d; border-radius: 0.4rem; }
fieldset { border: 1px solid #5c677d; border-radius: 0.4rem; margin: 1rem 0 0; }
.boxes { list-style: none; margin: 0; padding: 0; }
.boxes li { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; }
.boxes label { margin: 0; flex: 1; } .boxes input { width: 1.35rem; height: 1.35rem; }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.9rem; margin-top: 1rem; border: 2px solid #0b3d91; border-radius: 0.4rem; background: #0b3d91; color: #fff; }
button.second { background: #fff; color: #0b3d91; }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px; }
.problem { border-left: 4px solid #9b1c1c; padding: 0.5rem 0.75rem; background: #fff; color: #9b1c1c; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;
