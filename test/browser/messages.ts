// Tests of the messages (postMessage) between bridge.js and the widget's frame. Each side must accept only messages
// that come from the other side and that match the schema.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, heard, initWidget, onScreen, openWidget, signIn, soon, succeeded, widgetIn } from './acting.ts';
import { inPage, PATIENT, stage } from './stage.ts';

export function describeMessages(): void {
  describe.concurrent('messages between bridge.js and the frame', PATIENT, () => {
    /** Invalid variants of a message: most have exactly one defect, a few have several. */
    const forged = (nonce: string, message: object) => [
      message,
      JSON.stringify(message),
      null,
      { version: 'vouch-1', nonce: '0'.repeat(32), message },
      { version: 'vouch-1', message },
      { version: 'vouch-2', nonce, message },
      { version: 'vouch-1', nonce, message, more: true },
      { version: 'vouch-1', nonce, message: { ...message, more: true } },
      { version: 'vouch-1', nonce, message: { type: 'constructor' } },
      { version: 'vouch-1', nonce, message: { type: '__proto__' } },
      { version: 'vouch-1', nonce, message: [message] },
    ];

    test(
      'the frame ignores invalid messages from its parent and valid messages from another window',
      inPage(async (page) => {
        const widget = await openWidget(page, await known(), { is_left_closed: true });
        const nonce = await nonceOf(page);
        const open = { type: 'open', bridge_token: await known(), company_mapping_id: null, settled: [] };
        const wrong = [...forged(nonce, open), { version: 'vouch-1', nonce, message: { ...open, bridge_token: 7 } }];
        await page.evaluate((messages) => {
          const target = document.querySelector('iframe')?.contentWindow;
          for (const message of messages) target?.postMessage(message, '*');
        }, wrong);
        // The following message is valid, but it comes from a window that is not the parent of the widget's frame.
        await page.evaluate((src) => {
          const other = document.createElement('iframe');
          other.src = src;
          document.body.append(other);
        }, stage().hostUrl('empty'));
        const [, , stranger] = await framesOf(page, 3);
        await stranger?.evaluate((message) => window.parent.frames[0]?.postMessage(message, '*'), {
          version: 'vouch-1',
          nonce,
          message: open,
        });
        // If the widget had accepted one of the invalid messages, it would already be open with another token. This
        // call opens the widget with the correct token.
        await page.evaluate(() => window.widgets[0]?.open());
        await agree(widget);
        expect((await heard(page)).slice(0, 3)).toEqual(['onLoad', 'LOAD', 'OPEN']);
        const [opening] = await page.evaluate(() => window.calls.filter(([, type]) => type === 'OPEN'));
        expect(opening?.[2]).not.toMatchObject({ bridge_token: open.bridge_token });
      }),
    );

    test(
      'the page accepts messages only from the frame, and only if they fit the schema',
      inPage(async (page) => {
        const widget = await openWidget(page, await known());
        await agree(widget);
        await onScreen(widget, /^Sign in/);
        const nonce = await nonceOf(page);
        const before = await heard(page);
        const success = {
          type: 'success',
          public_token: 'f'.repeat(32),
          metadata: { task_id: 't', employer: { name: '' } },
        };
        // These messages come from the page itself or from another frame in the page, not from the widget's frame, so
        // all of them must be ignored. All messages except the last two are also malformed.
        const messages = [
          ...forged(nonce, success),
          ...forged(nonce, { type: 'close' }),
          { version: 'vouch-1', nonce, message: success },
          { version: 'vouch-1', nonce, message: { type: 'close' } },
        ];
        await page.evaluate((all) => {
          for (const message of all) window.postMessage(message, '*');
        }, messages);
        await page.evaluate((src) => {
          const other = document.createElement('iframe');
          other.src = src;
          document.querySelector('dialog')?.append(other);
        }, stage().hostUrl('empty'));
        const [, , stranger] = await framesOf(page, 3);
        await stranger?.evaluate((all) => {
          for (const message of all) window.parent.postMessage(message, '*');
        }, messages);
        // These messages come from the widget's frame itself, but are malformed.
        const [, frame] = page.frames();
        await frame?.evaluate(
          (all) => {
            for (const message of all) window.parent.postMessage(message, '*');
          },
          forged(nonce, success),
        );
        await frame?.evaluate((sealed) => window.parent.postMessage(sealed, '*'), {
          version: 'vouch-1',
          nonce,
          message: {
            type: 'event',
            event: { type: 'SUCCESS', payload: { public_token: 7 }, source: 'bridge' },
            settles: null,
          },
        });
        await signIn(widget);
        await succeeded(widget);
        expect((await heard(page)).slice(before.length)).toEqual([
          'LINK_CREATED',
          'LOGIN_COMPLETE',
          'SUCCESS',
          'VIEW SUCCESS',
        ]);
      }),
    );

    test(
      'a page outside the client’s list of origins gets an ERROR and an error screen; a page in the list gets neither',
      inPage(async (page) => {
        const here = stage().hostUrl();
        const api = await stage().newClient(new URL(here).origin);
        const { id } = await api.send<{ id: string }>('POST', '/v1/users/', { external_user_id: 'p-1' });
        const { bridge_token } = await api.send<{ bridge_token: string }>('POST', `/v1/users/${id}/tokens/`, {
          product_type: 'income',
        });
        for (const [address, title, calls] of [
          [
            stage().hostUrl('plain', 'another site'),
            'This page is not allowed to show this window',
            ['ERROR', 'VIEW ERROR'],
          ],
          [here, /would like to verify/, []],
        ] as const) {
          await page.goto(address);
          await initWidget(page, bridge_token);
          await onScreen(widgetIn(page), title);
          expect(await heard(page)).toEqual(['onLoad', 'LOAD', 'OPEN', ...calls]);
        }
      }),
    );

    test(
      'the widget page shows nothing if it is opened outside a frame and has no valid nonce',
      inPage(async (page) => {
        for (const address of ['/widget/', '/widget/#nonce=1&origin=x', '/widget']) {
          await page.goto(`${stage().url}${address}`);
          expect(await page.locator('#root *').count()).toBe(0);
        }
      }),
    );
  });
}

const known = () => stage().newToken({ provider_id: 'vouch_payroll' });

const nonceOf = async (page: Page): Promise<string> =>
  new URLSearchParams(new URL((await page.locator('iframe').first().getAttribute('src')) ?? '').hash.slice(1)).get(
    'nonce',
  ) ?? '';

async function framesOf(page: Page, count: number) {
  await soon(
    () => page.frames().filter((frame) => frame.url() !== 'about:blank').length,
    (value) => expect(value).toBe(count),
  );
  return page.frames();
}
