// Runs the sample code of docs/webhooks.md, which verifies webhook signatures in six languages. Each sample is run with
// valid and with invalid signatures. Languages that are not installed are skipped.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { signWebhook } from '#domain/events/webhook-signatures.ts';
import { freePort } from '#test/free-port.ts';
import { LANGUAGES } from '#test/guide-languages.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const blocksOf = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code ?? '');

const folder = mkdtempSync(join(tmpdir(), 'vouch-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A generous timeout, because a compiler with a cold cache is slow on a small machine. */
const COMPILE_MS = 180_000;

type Case = { of: 'vouch' | 'access'; id: string; timestamp: string; signature: string; secret: string; body: string };

const NOW = 1_772_366_403;
const signing_secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const other_secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh0=';
const access_secret = 'sandbox-00112233445566778899aabbccddeeff00112233';
const id = '0c9e1f4a5b6d7e8f90a1b2c3d4e5f607';
const body = '{"webhook_id":"0c9e","tracking_info":"Zoë 🏠", "amount": 1.0}';

function sign(timestamp_seconds = NOW): Case & { sign: string } {
  const headers = signWebhook({ webhook_id: id, body, timestamp_seconds, signing_secret, access_secret });
  return {
    of: 'vouch',
    id,
    timestamp: String(timestamp_seconds),
    signature: headers['webhook-signature'] ?? '',
    sign: headers['X-Webhook-Sign'] ?? '',
    secret: signing_secret,
    body,
  };
}

const right = sign();
const access: Case = { ...right, of: 'access', signature: right.sign, secret: access_secret };

/** Webhook requests by name. The boolean is true if the sample code must accept the request. */
const CASES: Record<string, [boolean, Case]> = {
  'a right signature': [true, right],
  'an empty body': [false, { ...right, body: '' }],
  'another body': [false, { ...right, body: body.replace('1.0', '9.0') }],
  'a body with a line break more': [false, { ...right, body: `${body}\n` }],
  'another secret': [false, { ...right, secret: other_secret }],
  'another id': [false, { ...right, id: id.replace('0', '1') }],
  'an empty id': [false, { ...right, id: '' }],
  'an id with other letters': [false, { ...right, id: 'é' }],
  'another time': [false, { ...right, timestamp: String(NOW + 1) }],
  'five minutes ago': [true, sign(NOW - 300)],
  'a second more ago': [false, sign(NOW - 301)],
  'five minutes ahead': [true, sign(NOW + 300)],
  'a second more ahead': [false, sign(NOW + 301)],
  'no time': [false, { ...right, timestamp: '' }],
  'a time that is no number': [false, { ...right, timestamp: `${NOW}.0` }],
  'a time with a sign': [false, { ...right, timestamp: `-${NOW}` }],
  'a time too long to be one': [false, { ...right, timestamp: '9'.repeat(40) }],
  'a time in other digits': [false, { ...right, timestamp: '١٧٧٢٣٦٦٤٠٣' }],
  'no signature': [false, { ...right, signature: '' }],
  'only the version': [false, { ...right, signature: 'v1,' }],
  'another version': [false, { ...right, signature: right.signature.replace('v1', 'v2') }],
  'a truncated signature': [false, { ...right, signature: right.signature.slice(0, -1) }],
  'a signature with more behind it': [false, { ...right, signature: `${right.signature}=` }],
  'a signature with one letter changed': [false, { ...right, signature: right.signature.replace(/,./, ',_') }],
  'a signature with other letters': [false, { ...right, signature: `v1,${'é'.repeat(22)}` }],
  'several signatures, one of them right': [true, { ...right, signature: `v1,AAAA ${right.signature} v2,BBBB` }],
  'several signatures, none of them right': [false, { ...right, signature: 'v1,AAAA v1,BBBB' }],
  'the access secret: right': [true, access],
  'the access secret: another body': [false, { ...access, body: `${body} ` }],
  'the access secret: another secret': [false, { ...access, secret: access_secret.replace('sandbox', 'prod') }],
  'the access secret: without its prefix': [false, { ...access, secret: access_secret.replace('sandbox-', '') }],
  'the access secret: no version': [false, { ...access, signature: access.signature.slice(3) }],
  'the access secret: upper case': [false, { ...access, signature: access.signature.toUpperCase() }],
  'the access secret: other letters': [false, { ...access, signature: 'v1=é' }],
  'the access secret: nothing': [false, { ...access, signature: '' }],
};

describe('the verification code in docs/webhooks.md', () => {
  for (const [name, { fence, file, harness, commands }] of Object.entries(LANGUAGES)) {
    const command = commands[0]?.[0] ?? '';
    // Every compiler or interpreter used here supports `--version` or `version`.
    const present = ['--version', 'version'].some((word) => spawnSync(command, [word]).status === 0);

    test.skipIf(!present)(
      `the sample code in ${name} accepts valid signatures and rejects invalid signatures`,
      { timeout: COMPILE_MS },
      () => {
        const home = join(folder, name);
        for (const [path, text] of Object.entries({ ...harness, [file]: blocksOf(fence)[0] ?? '' })) {
          mkdirSync(dirname(join(home, path)), { recursive: true });
          writeFileSync(join(home, path), text);
        }
        expect(answersOf(home, commands)).toEqual(
          Object.fromEntries(Object.entries(CASES).map(([what, [accepted]]) => [what, String(accepted)])),
        );
      },
    );
  }
});

function answersOf(cwd: string, commands: string[][]): Record<string, string | undefined> {
  const input = Object.values(CASES)
    .map(([, { of, id, timestamp, signature, secret, body }]) =>
      [of, id, timestamp, signature, secret, NOW, Buffer.from(body).toString('base64')].join('\t'),
    )
    .join('\n');
  // Go needs a build cache folder.
  const env = { ...process.env, GOCACHE: join(cwd, 'cache'), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const outputs = commands.map(([command = '', ...args]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, input: `${input}\n`, encoding: 'utf8' });
    expect({ status, stderr }, `${command} ${args.join(' ')}`).toEqual({ status: 0, stderr: '' });
    return stdout;
  });
  const lines = outputs.at(-1)?.trimEnd().split('\n') ?? [];
  return Object.fromEntries(Object.keys(CASES).map((what, i) => [what, lines[i]]));
}

test('the receiver in docs/webhooks.md processes a signed event once and rejects invalid requests', async () => {
  const home = join(folder, 'receiver');
  const [webhooks = '', receiver = ''] = blocksOf('ts');
  mkdirSync(home);
  writeFileSync(join(home, 'webhooks.ts'), webhooks);
  writeFileSync(join(home, 'receiver.ts'), receiver);
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(home, 'receiver.ts')], {
    env: { ...process.env, PORT: String(port), SIGNING_SECRET: signing_secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const url = `http://127.0.0.1:${port}/hook`;
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(true);
    const event = JSON.stringify({ webhook_id: id, event_type: 'link-connected' });
    const post = async (headers: Record<string, string>, body = event) =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    // The receiver compares the timestamp with the real time, so the event is signed with the current time.
    const timestamp_seconds = Math.floor(Date.now() / 1000);
    const headers = signWebhook({ webhook_id: id, body: event, timestamp_seconds, signing_secret, access_secret });
    expect(await post(headers)).toBe(204);
    expect(await post(headers)).toBe(204);
    expect(await post(headers, `${event} `)).toBe(401);
    expect(await post({})).toBe(401);
    expect(await post(headers, 'x'.repeat(1_000_001))).toBe(413);
    await expect.poll(() => printed).toBe(`link-connected ${id}\n`);
  } finally {
    await ended(child);
  }
});

/** Whether a request to the URL gets a response, with any status. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((exited) => child.once('exit', exited));
  child.kill();
  await gone;
}

test('the sample request in docs/webhooks.md has the signatures that the service computes', () => {
  const [request = ''] = blocksOf('http');
  const [head = '', text = ''] = request.trimEnd().split('\n\n');
  const shown = Object.fromEntries(
    head
      .split('\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect(page).toContain(`signing_secret  ${signing_secret}`);
  expect(page).toContain(`access secret   ${access_secret}`);
  const signed = { webhook_id: id, body: text, timestamp_seconds: NOW, signing_secret, access_secret };
  expect(shown).toEqual(signWebhook(signed));
  expect(JSON.parse(text)).toMatchObject({ webhook_id: id, event_type: 'task-status-updated' });
});

test('docs/webhooks.md lists every event type', () => {
  const section = page.slice(page.indexOf('## What arrives'), page.indexOf('## Verify it'));
  const cells = section.split('\n').map((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, kind]) => kind));
  expect(named.toSorted()).toEqual([...EVENT_TYPES].toSorted());
});

test('every file that docs/webhooks.md links to exists', () => {
  const links = [...page.matchAll(/\]\((\.\.?\/[^)#]+)\)/g)].map(([, path]) => resolve('docs', path ?? ''));
  expect(links).toContain(resolve('test/webhooks-guide.test.ts'));
  for (const file of links) expect(readFileSync(file).length, file).toBeGreaterThan(0);
});
