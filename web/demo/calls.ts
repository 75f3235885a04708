// API calls as a client's own server would make them. They are sent from this page, and shown as equivalent shell
// commands. The secret is kept only in this page's memory and is not part of any command.

export type Credentials = { client_id: string; secret: string };

export type Call = {
  id: number;
  /** The purpose of the call. */
  purpose: string;
  method: 'GET' | 'POST';
  path: string;
  body: unknown;
  status: number;
  answer: unknown;
};

export type Caller = (purpose: string, method: Call['method'], path: string, body?: unknown) => Promise<Call>;

export function openCaller(server_url: string, credentials: Credentials, onCall: (call: Call) => void): Caller {
  let count = 0;
  return async (purpose, method, path, body) => {
    const response = await fetch(`${server_url}${path.slice(1)}`, {
      method,
      headers: {
        'x-access-client-id': credentials.client_id,
        'x-access-secret': credentials.secret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    const call = { id: ++count, purpose, method, path, body, status: response.status, answer };
    onCall(call);
    return call;
  };
}

/** Returns a curl command for a shell in which the variables CLIENT_ID and SECRET are set. */
export function toCurl(server_url: string, { method, path, body }: Pick<Call, 'method' | 'path' | 'body'>): string {
  const lines = [
    `curl -sS ${quoted(`${server_url}${path.slice(1)}`)}`,
    `-H "X-Access-Client-Id: $CLIENT_ID" -H "X-Access-Secret: $SECRET"`,
  ];
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`);
  else if (method === 'POST') lines.push('-X POST');
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
