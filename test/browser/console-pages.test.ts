// Visits every page and dialog of the console, with data of every kind. Checks that there are no accessibility
// violations and that no page is wider than a narrow phone. If `TEST_VOUCH_PICTURES` is set, the test also takes
// pictures of the pages and dialogs at two widths, in light and in dark colours (`npm run test:console-pictures`).
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newActor } from './actor.ts';
import { faultsOf, removeDeadFrames } from './axe.ts';
import { type Ids, populate, SCENES } from './console-scenes.ts';
import { signInFirst } from './console-steps.ts';
import { DESKTOP, PATIENT, PHONE, raiseStage, type StagePage, stage } from './stage.ts';

raiseStage();

/** The folder in which the test saves the pictures; undefined if it takes no pictures. */
const PICTURES = process.env['TEST_VOUCH_PICTURES'];
const VIEWS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colour_scheme) => ({ viewport, colour_scheme })),
);

async function look(page: Page, name: string, { has_dead_frame = false } = {}): Promise<string[]> {
  if (PICTURES !== undefined) await takePictures(page, PICTURES, name);
  if (has_dead_frame) await removeDeadFrames(page);
  const faults = await faultsOf(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // The test waits after the page's width has changed, because a chart changes its own width a moment later.
  const fits = await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 5_000 })
    .catch(() => undefined);
  if (size !== null) await page.setViewportSize(size);
  return fits === undefined ? [...faults, 'wider than 320 pixels'] : faults;
}

/** Waits until no part of the page is still being loaded. */
async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.textContent?.includes('Loading…') === false);
}

async function takePictures(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const size = page.viewportSize();
  for (const { viewport, colour_scheme } of VIEWS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: colour_scheme });
    const file = `${name.replaceAll(' ', '-')} ${viewport.width} ${colour_scheme}.png`;
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, file), fullPage: true });
    // The browser paints a sandboxed frame only after the page has been scrolled to the frame. A separate process
    // paints the frame, and can be up to 100 ms late.
    const frame = page.locator('iframe[sandbox=""]').first();
    if ((await frame.count()) === 0) continue;
    await frame.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, file.replace('.png', ' frame.png')) });
  }
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the pages of the console', PATIENT, () => {
  let opened: StagePage;
  let receiver: Server;
  let ids: Ids;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(500, { 'content-type': 'text/plain' }).end('the loan desk is closed');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    ids = await populate(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/vouch`);
    opened = await stage().newPage({ colorScheme: 'light', timezoneId: 'UTC' });
    await signInFirst(newActor(opened.page, 'mouse'));
  }, PATIENT.timeout);
  afterAll(async () => {
    receiver.close();
    await opened.done();
  });

  test('the page before the sign-in has no accessibility violations', async () => {
    const { page, done } = await stage().newPage({ colorScheme: 'light' });
    await page.goto(`${stage().url}/console/`);
    await page.getByRole('heading', { level: 1, name: 'Sign in to Vouch' }).waitFor();
    expect(await look(page, 'sign in')).toEqual([]);
    await done();
  });

  test.for(SCENES)('$name has no accessibility violations', async ({ name, path, open, has_dead_frame = false }) => {
    const { page } = opened;
    await page.goto(`${stage().url}/console/${stage().credentials.client_id}/sandbox/${path(ids)}`);
    await open(page);
    await loaded(page);
    expect(await look(page, name, { has_dead_frame })).toEqual([]);
  });

  test('the form "Send events again" sends the events of a period to the endpoint again', async () => {
    const { page } = opened;
    await page.goto(`${stage().url}/console/${stage().credentials.client_id}/sandbox/webhooks/${ids.endpoint}`);
    await page.getByRole('button', { name: 'Send a period again' }).click();
    const form = page.getByRole('dialog', { name: 'Send events again' });
    await form.getByLabel('From').fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
    await form.getByRole('checkbox').uncheck();
    await form.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/^[1-9]\d* events are sent again\.$/).waitFor();
    expect(await form.count()).toBe(0);
  });

  test.runIf(PICTURES !== undefined)('takes the picture of the console for the README', async () => {
    const { page } = opened;
    const base = `${stage().url}/console/${stage().credentials.client_id}/sandbox`;
    const size = page.viewportSize();
    await page.setViewportSize(DESKTOP);
    await page.goto(`${base}/people/${ids.user}/insights/${ids.insights_report}`);
    await page.getByRole('heading', { level: 2, name: 'Income per month and source' }).waitFor();
    await page.locator('canvas').first().waitFor();
    const left = await sharp(await page.screenshot())
      .resize(800, 500)
      .toBuffer();
    await page.goto(`${base}/orders/${ids.order}?tab=timeline`);
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.focus();
    for (let moment = 0; moment < 12; moment += 1) await page.keyboard.press('ArrowLeft');
    await slider.blur();
    await loaded(page);
    const right = await sharp(await page.screenshot())
      .resize(800, 500)
      .toBuffer();
    if (size !== null) await page.setViewportSize(size);
    const both = sharp({ create: { width: 1616, height: 500, channels: 3, background: '#dbe0e8' } });
    const { width } = await both
      .composite([
        { input: left, left: 0, top: 0 },
        { input: right, left: 816, top: 0 },
      ])
      .png({ palette: true })
      .toFile(join(PICTURES ?? '', 'README.png'));
    expect(width).toBe(1616);
  });

  test.for(['account', 'design'])('the console page "%s" has no accessibility violations', async (path) => {
    const { page } = opened;
    await page.goto(`${stage().url}/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await look(page, path)).toEqual([]);
  });

  test('the page that asks for the second factor has no accessibility violations', async () => {
    const { page, done } = await stage().newPage({ colorScheme: 'light' });
    const { email, password } = stage().credentials.dashboard;
    await page.goto(`${stage().url}/console/`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Confirm that it is you' }).waitFor();
    expect(await look(page, 'second factor')).toEqual([]);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
    expect(await look(page, 'recovery code')).toEqual([]);
    await done();
  });
});
