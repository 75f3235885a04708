// Steps through the bank's pages like a person with a browser, for tests that need no browser.

export type Choices = {
  username: string;
  password: string;
  /** The names of the accounts to share, as the page shows them. Undefined: all accounts. */
  accounts?: readonly string[];
  /** If false, the person refuses the consent. */
  is_allowed?: boolean;
};

/**
 * Opens the address, logs in, answers the consent page, and returns the address to which the bank redirects the
 * browser.
 */
export async function visitBank(address: string, choices: Choices, request: typeof fetch = fetch): Promise<URL> {
  const start = await request(address, { redirect: 'manual' });
  if (start.status === 303) return locationOf(start);
  const cookie = (start.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const send = (page: string, fields: readonly [string, string][]): Promise<Response> =>
    request(new URL(actionOf(page), address), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([['visit', visitOf(page)], ...fields]).toString(),
    });
  const login = await start.text();
  const { username, password } = choices;
  const consent = await send(login, [
    ['username', username],
    ['password', password],
    ['decision', 'log-in'],
  ]);
  const page = await consent.text();
  if (consent.status !== 200) throw new Error(alertOf(page));
  const boxes = [...page.matchAll(/name="account" value="(\w+)"[^>]*>\s*<label[^>]*>([^<]+)<\/label>/g)];
  const chosen = boxes.filter(
    ([, , label = '']) => choices.accounts?.some((name) => label.startsWith(`${name},`)) ?? true,
  );
  const decision = choices.is_allowed === false ? 'deny' : 'allow';
  const answer = await send(page, [
    ...chosen.map(([, id = '']): [string, string] => ['account', id]),
    ['decision', decision],
  ]);
  if (answer.status !== 303) throw new Error(alertOf(await answer.text()));
  return locationOf(answer);
}

const actionOf = (page: string): string => /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? fail(page);
const visitOf = (page: string): string => /name="visit" value="([^"]+)"/.exec(page)?.[1] ?? fail(page);
const alertOf = (page: string): string => /role="alert"[^>]*>([^<]+)</.exec(page)?.[1] ?? 'The page shows no reason.';

function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? fail('There is no location.'));
}

function fail(page: string): never {
  throw new Error(`This is not a page of the bank: ${alertOf(page)}`);
}
