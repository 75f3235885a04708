// A stranger uses the console alone, from the first sign-in to the audit log, in a real browser. There are four walks:
// on a phone and on a desktop, each with the mouse and with the keyboard. `npm test` runs one of the four walks; `npm
// run test:browser` runs all.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Means, newActor } from './actor.ts';
import {
  addEndpoint,
  findFailure,
  fixEndpoint,
  makeKey,
  moveToPayday,
  openProof,
  openReport,
  orderDeclaredPerson,
  readAudit,
  refreshOrder,
  replayEvent,
  reviewDocument,
  rotateKey,
  seeEvents,
  signInFirst,
  walkWidget,
  watchEvents,
} from './console-steps.ts';
import { DESKTOP, PHONE, raiseStage, stage } from './stage.ts';

type Walk = readonly [typeof PHONE, Means];
const USUAL_WALK: Walk = [DESKTOP, 'keyboard'];
/** The walks for each value of `TEST_VOUCH_SCREEN`. */
const WALKS_ON: Readonly<Record<string, readonly Walk[]>> = {
  phone: [[PHONE, 'mouse'], USUAL_WALK],
  desktop: [
    [PHONE, 'keyboard'],
    [DESKTOP, 'mouse'],
  ],
};
const WALKS = WALKS_ON[process.env['TEST_VOUCH_SCREEN'] ?? ''] ?? [USUAL_WALK];

/** A folder for a picture of the page after each step. */
const PICTURES = process.env['TEST_VOUCH_PICTURES'];

/** The audit log shows an entry for each of these actions. */
const AUDITED = [
  'Created an API key',
  'Added an endpoint',
  'Declared a job',
  'Declared a bank account',
  'Created an order',
  'Opened an order in the emulator',
  'Viewed an income and employment report',
  'Made a report of income from bank data',
  'Viewed the proof of an income',
  'Moved the clock',
  'Refreshed an order',
  'Changed an endpoint',
  'Sent an event again',
  'Uploaded documents',
  'Decided on a document',
  'Deactivated an API key',
];

describe.each(WALKS)('a walk in the console', (viewport, means) => {
  raiseStage();
  let receiver: Server;
  const received: string[] = [];
  beforeAll(async () => {
    // The stranger first registers a webhook address at which this server responds with an error. The server responds
    // without an error only at the path `/vouch`.
    receiver = createServer((request, response) => {
      received.push(request.url ?? '');
      request.resume();
      response.writeHead(request.url === '/vouch' ? 200 : 500).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => receiver.close());
  const at = (path: string): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

  test(`at ${viewport.width} pixels with the ${means}, a first-time user does everything from the first sign-in to the audit log`, {
    timeout: 300_000,
  }, async () => {
    const { page, done } = await stage().newPage({ viewport, colorScheme: 'light', timezoneId: 'UTC' });
    const actor = newActor(page, means);
    let pictures = 0;
    const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      try {
        return await act();
      } catch (cause) {
        throw new Error(`the step "${name}" failed at ${page.url()}`, { cause });
      } finally {
        pictures += 1;
        const file = `${viewport.width}-${means}-${String(pictures).padStart(2, '0')} ${name}.png`;
        if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, file) });
      }
    };
    await step('sign in', () => signInFirst(actor));
    const secret = await step('make a key', () => makeKey(actor));
    await step('add an endpoint', () => addEndpoint(actor, at('/old')));
    await step('order', () => orderDeclaredPerson(actor));
    const watcher = await step('watch', () => watchEvents(actor));
    await step('widget', () => walkWidget(actor));
    await step('see events', () => seeEvents(watcher));
    await watcher.close();
    await step('report', () => openReport(actor));
    await step('proof', () => openProof(actor));
    const pay_day = await step('clock', () => moveToPayday(actor));
    await step('refresh', () => refreshOrder(actor, pay_day));
    await step('find the failure', () => findFailure(actor));
    await step('fix the endpoint', () => fixEndpoint(actor, at('/vouch')));
    await step('replay', () => replayEvent(actor));
    expect(received).toContain('/vouch');
    await step('review', () => reviewDocument(actor));
    await step('rotate the key', () => rotateKey(actor, secret));
    const actions = await step('audit', () => readAudit(actor));
    expect(AUDITED.filter((action) => !actions.includes(action))).toEqual([]);
    await done();
  });
});
