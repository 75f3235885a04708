// Tests what bridge.js shows while the widget's frame loads, and when the frame fails to load.
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, heard, heardAll, initWidget, onScreen, payloadOf, soon, widgetIn } from './acting.ts';
import { faultsOf } from './axe.ts';
import { inPage, PATIENT, stage } from './stage.ts';

const FRAME = '**/widget/';
const FAILURE = 'This did not load';

export function describeLoading(): void {
  describe.concurrent('while the frame loads', PATIENT, () => {
    test(
      'the dialog is shown at once, with an accessible name and a focused Close button',
      inPage(async (page) => {
        await openWithout(page, 'an answer');
        const dialog = page.getByRole('dialog', { name: 'Connect your account' });
        await dialog.getByRole('heading', { name: 'Connect your account' }).waitFor();
        const close = dialog.getByRole('button', { name: 'Close' });
        expect(await close.evaluate((element) => element.matches(':focus'))).toBe(true);
        expect(await faultsOf(page)).toEqual([]);
        await close.click();
        await isGone(page);
        expect((await heard(page)).slice(-2)).toEqual(['CLOSE', 'onClose']);
      }),
    );

    test(
      'Escape closes the dialog, and the focus returns to the page',
      inPage(async (page) => {
        await page.goto(stage().hostUrl());
        await page.locator('#before').focus();
        await openWithout(page, 'an answer');
        await page.keyboard.press('Escape');
        await isGone(page);
        expect(await heard(page)).toEqual(['CLOSE', 'onClose']);
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('before');
      }),
    );

    test(
      'after ten seconds an error is shown and reported, and a frame that loads later is still shown',
      inPage(async (page) => {
        await page.clock.install();
        const release = await openWithout(page, 'an answer');
        await page.clock.fastForward(10_000);
        await page.getByRole('alert').filter({ hasText: FAILURE }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
        expect(await payloadOf(page, 'ERROR')).toEqual({
          bridge_token: expect.stringMatching(/^[0-9a-f]{32}$/),
          product_type: null,
          error: {
            error_type: 'LINK_ERROR',
            error_code: 'ERROR',
            error_message: `The widget could not be loaded from ${stage().url}/widget/`,
          },
        });
        release();
        await agree(widgetIn(page));
        expect((await heardAll(page)).slice(0, 4)).toEqual(['ERROR', 'onLoad', 'LOAD', 'OPEN']);
      }),
    );

    test(
      'the error after ten seconds can be closed with the Close button and with the Escape key',
      inPage(async (page) => {
        await page.clock.install();
        await openWithout(page, 'an answer');
        const leaves = [() => page.getByRole('button', { name: 'Close' }).click(), () => page.keyboard.press('Escape')];
        for (const leave of leaves) {
          await page.clock.fastForward(10_000);
          await page.getByRole('alert').filter({ hasText: FAILURE }).waitFor();
          await leave();
          await isGone(page);
          await page.evaluate(() => window.widgets[0]?.open());
        }
        expect(await heardAll(page)).toEqual(['ERROR', 'CLOSE', 'onClose', 'ERROR', 'CLOSE', 'onClose']);
      }),
    );

    test(
      'a refused connection shows an error soon, in the browser’s language; Escape closes it, and "Try again" loads the frame',
      inPage(
        async (page) => {
          const release = await openWithout(page, 'a connection');
          const error = page.getByRole('alert').filter({ hasText: 'Esto no se cargó' });
          await error.waitFor();
          await page.keyboard.press('Escape');
          await isGone(page);
          expect(await heardAll(page)).toEqual(['ERROR', 'CLOSE', 'onClose']);
          await page.evaluate(() => window.widgets[0]?.open());
          await error.waitFor();
          release();
          await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
          // The widget is in English, the token's language. It first requested the translations for the browser's
          // language (Spanish), but these translations arrive too late.
          await onScreen(widgetIn(page), /would like to verify/);
          expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
          await page.evaluate(() => window.widgets[0]?.close());
        },
        { locale: 'es-US' },
      ),
    );

    test(
      'a failed preload causes no ERROR event, and is retried when the widget is opened',
      inPage(async (page) => {
        await page.clock.install();
        let isAnswered = (): boolean => false;
        const asked = new Promise<(answers: boolean) => void>((resolve) => {
          void page.route(FRAME, async (route) => {
            if (isAnswered()) return route.continue();
            const answers = await new Promise<boolean>(resolve);
            return answers ? route.continue() : route.abort('connectionrefused');
          });
        });
        await page.goto(stage().hostUrl());
        await initWidget(page, await stage().newToken(), { is_left_closed: true });
        const ended = page.evaluate(() =>
          new Promise((resolve) => document.querySelector('iframe')?.addEventListener('load', resolve)).then(() => 0),
        );
        (await asked)(false);
        await ended;
        await page.clock.fastForward(1_500);
        isAnswered = () => true;
        await page.evaluate(() => window.widgets[0]?.open());
        await agree(widgetIn(page));
        expect(await heardAll(page)).not.toContain('ERROR');
      }),
    );

    test(
      'the placeholder of an inline widget does not take the focus; the placeholder’s button and the Escape key close the widget',
      inPage(async (page) => {
        await page.goto(stage().hostUrl());
        await page.locator('#before').focus();
        await openWithout(page, 'an answer', { is_inline: true });
        const close = page.locator('#box').getByRole('button', { name: 'Close' });
        await close.waitFor();
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('before');
        await close.click();
        await isGone(page);
        await page.evaluate(() => window.widgets[0]?.open());
        await close.focus();
        await page.keyboard.press('Escape');
        await isGone(page);
        expect(await heard(page)).toEqual(['CLOSE', 'onClose', 'CLOSE', 'onClose']);
      }),
    );

    test(
      'the placeholder is styled under a content security policy that allows only the script and the frame',
      inPage(async (page) => {
        await page.goto(stage().hostUrl('strict'));
        await openWithout(page, 'an answer');
        const close = page.getByRole('button', { name: 'Close' });
        expect(await close.boundingBox()).toMatchObject({ width: 44, height: 44 });
      }),
    );
  });

  test(
    'the widget works if its script and its frame load from two different hosts and the page’s content security policy allows both hosts',
    PATIENT,
    inPage(async (page) => {
      const frames = await startForwarder();
      // Replaces the script with the version that the service sends when `VOUCH_WIDGET_URL` is set.
      await page.route('**/bridge.js', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('"widget_url":null', `"widget_url":"${frames.url}"`);
        await route.fulfill({ response, body });
      });
      const policy = `default-src 'none'; script-src ${stage().url}; frame-src ${frames.url}`;
      const html = `<!doctype html><html lang="en"><meta http-equiv="content-security-policy" content="${policy}">
        <title>Loan application</title><main><h1>Loan application</h1></main><script src="${stage().url}/bridge.js"></script></html>`;
      await page.goto(stage().servePage(html));
      await initWidget(page, await stage().newToken());
      await agree(widgetIn(page));
      await onScreen(widgetIn(page), 'Where do you work?');
      expect(await page.locator('iframe').getAttribute('src')).toContain(`${frames.url}/widget/#`);
      expect((await heard(page)).slice(0, 3)).toEqual(['onLoad', 'LOAD', 'OPEN']);
      frames.close();
    }),
  );
}

/** Opens a widget whose frame does not load at first. Returns a function that lets the frame load. */
async function openWithout(page: Page, what: 'an answer' | 'a connection', more = {}): Promise<() => void> {
  let release = (): void => undefined;
  let is_released = false;
  const released = new Promise<void>((resolve) => {
    release = () => {
      is_released = true;
      resolve();
    };
  });
  await page.route(FRAME, async (route) => {
    if (what === 'a connection' && !is_released) return route.abort('connectionrefused');
    await released;
    return route.continue();
  });
  if (page.url() === 'about:blank') await page.goto(stage().hostUrl());
  await initWidget(page, await stage().newToken(), more);
  return release;
}

const isGone = (page: Page): Promise<void> =>
  soon(
    () => page.locator('iframe, dialog, #box *').count(),
    (count) => expect(count).toBe(0),
  );

/** Starts a proxy on another host. The proxy forwards all requests to the service. */
async function startForwarder(): Promise<{ url: string; close(): void }> {
  const server = createServer((from, to) => {
    const { method, url: path, headers } = from;
    const onward = forward(`${stage().url}${path}`, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  return {
    url: `http://127.0.0.2:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
