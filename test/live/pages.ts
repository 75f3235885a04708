// Acts as a person on a simulator's pages: fills in the forms until the page redirects back to us.
import type { Credentials } from '#connectors/contract.ts';

const TAG = (name: string) => new RegExp(`<${name}\\b([^>]*)>`, 'g');
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

const STEPS_MAX = 10;

/**
 * Returns the query with which the page redirects back. `choose` is the text of the button to press if there are
 * several buttons. `username` and `password` are entered into the fields with these names. After a wrong password the
 * page shows the form again, so the person then presses Cancel.
 */
export async function visitPages(url: string, person: Credentials): Promise<Readonly<Record<string, string>>> {
  const { origin } = new URL(url);
  let response = await fetch(url, { redirect: 'manual' });
  let has_typed = false;
  for (let step = 0; step < STEPS_MAX; step++) {
    const location = response.headers.get('location');
    if (location !== null) {
      const target = new URL(location, url);
      if (target.origin !== origin) return Object.fromEntries(target.searchParams);
      response = await fetch(target, { redirect: 'manual' });
      continue;
    }
    const page = await response.text();
    const asks_password = page.includes('type="password"');
    const form = formOf(page, asks_password && has_typed ? 'Cancel' : person['choose']);
    if (form === undefined) throw new Error(`the page has no form: ${page.slice(0, 500)}`);
    has_typed ||= asks_password;
    response = await fetch(new URL(form.action, url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(
        form.fields.map(([name, value]): [string, string] => [name, typed(name, person) ?? value]),
      ),
    });
  }
  throw new Error('the pages do not end');
}

const typed = (name: string, { username, password }: Credentials): string | undefined => {
  if (/user/i.test(name)) return username;
  return /pass/i.test(name) ? password : undefined;
};

type Form = { action: string; fields: [string, string][] };

/**
 * Returns the form that contains the wanted button. If no form contains this button, returns the first form with its
 * first button pressed.
 */
function formOf(page: string, wanted: string | undefined): Form | undefined {
  const forms = [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', body = '']) => {
    const buttons = [...body.matchAll(/<button\b([^>]*)>([^<]*)/g)].map(([, own = '', text = '']) => ({ own, text }));
    const pressed = buttons.find(({ text }) => text === wanted) ?? buttons[0];
    const inputs = [...body.matchAll(TAG('input'))].map(([, own = '']) => own);
    const fields = [...inputs, ...(pressed === undefined ? [] : [pressed.own])].flatMap((own): [string, string][] => {
      const name = attribute(own, 'name');
      return name === undefined ? [] : [[name, attribute(own, 'value') ?? 'on']];
    });
    return { action: attribute(tag, 'action') ?? '', fields, is_wanted: buttons.some(({ text }) => text === wanted) };
  });
  return forms.find(({ is_wanted }) => is_wanted) ?? forms[0];
}
