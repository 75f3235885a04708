// Tests bridge.js on third-party pages: which pages it works on, which callbacks it calls, and that it leaves no
// elements behind.
import { readFile } from 'node:fs/promises';
import type { Page, ViewportSize } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, heard, initWidget, onScreen, openWidget, press, signIn, soon, succeeded, widgetIn } from './acting.ts';
import { DESKTOP, inPage, PATIENT, PHONE, SIZES, stage } from './stage.ts';

/**
 * Returns the expected position and size of the widget's frame: full screen on a phone, a centred card on a desktop.
 */
const cardOn = (viewport: ViewportSize | null) =>
  viewport?.width === PHONE.width ? { x: 0, y: 0, ...PHONE } : { x: 420, y: 20, width: 440, height: 760 };

export function describeBridge(): void {
  describe.concurrent('on a third-party page', PATIENT, () => {
    test.for(SIZES)('on %s the widget is a modal dialog, and the page behind it does not scroll', ([, viewport]) =>
      inPage(
        async (page) => {
          const widget = await openWidget(page, await known());
          await agree(widget);
          const box = await page.locator('iframe').boundingBox();
          expect(box).toEqual(cardOn(viewport));
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
          expect(await page.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true);
          await page.evaluate(() => window.widgets[0]?.close());
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible');
        },
        { viewport },
      )(),
    );

    test.for(SIZES)(
      'an inline widget on %s is as wide as its container, and "Done" removes its frame and calls onSuccess, CLOSE and onClose',
      ([, viewport]) =>
        inPage(
          async (page) => {
            const widget = await openWidget(page, await known(), { is_inline: true });
            await agree(widget);
            const [frame, container] = await Promise.all([
              page.locator('iframe').boundingBox(),
              page.locator('#box').boundingBox(),
            ]);
            expect(frame?.width).toBe(container?.width);
            expect(await page.locator('dialog').count()).toBe(0);
            await signIn(widget);
            await succeeded(widget);
            await press(widget, 'Done');
            await soon(
              () => page.locator('iframe').count(),
              (value) => expect(value).toBe(0),
            );
            expect((await heard(page)).slice(-3)).toEqual(['onSuccess string', 'CLOSE', 'onClose']);
          },
          { viewport },
        )(),
    );

    test(
      'the widget works under a content security policy that allows only its script and frame',
      inPage(async (page) => {
        const widget = await openWidget(page, await known(), { kind: 'strict' });
        await agree(widget);
        await signIn(widget);
        await succeeded(widget);
        const box = await page.locator('iframe').boundingBox();
        expect(box).toMatchObject(cardOn(page.viewportSize()));
      }),
    );

    test(
      'if bridge.js is loaded twice, all its global names refer to one object, and open widgets stay open',
      inPage(async (page) => {
        const widget = await openWidget(page, await known());
        await agree(widget);
        const is_same = await page.evaluate(async (src) => {
          const before = window.VouchBridge;
          const script = document.createElement('script');
          script.src = src;
          await new Promise((resolve) => {
            script.addEventListener('load', resolve);
            document.head.append(script);
          });
          return before === window.VouchBridge && Reflect.get(window, 'FormerBridge') === before;
        }, `${stage().url}/bridge.js`);
        expect(is_same).toBe(true);
        await signIn(widget);
        await succeeded(widget);
      }),
    );

    test(
      'two widgets on one page are independent: each has its own token, and closing one leaves the other open',
      inPage(
        async (page) => {
          const first = await openWidget(page, await known(), { is_inline: true });
          await agree(first);
          await initWidget(page, await known());
          const second = page.frameLocator('dialog iframe');
          await agree(second);
          await page.evaluate(() => window.widgets[1]?.close());
          await soon(
            () => page.locator('dialog iframe').count(),
            (value) => expect(value).toBe(0),
          );
          await signIn(first);
          await succeeded(first);
          const tokens = await page.evaluate(() =>
            window.calls.map(([, , payload]) => (payload as { bridge_token?: string } | undefined)?.bridge_token),
          );
          expect(new Set(tokens.filter((token) => token !== undefined)).size).toBe(2);
        },
        { viewport: DESKTOP },
      ),
    );

    test(
      'if a widget is opened twice before the page has a body, it opens once, as soon as the body exists',
      inPage(async (page) => {
        await page.goto(`${stage().hostUrl('early')}?token=${await known()}`);
        await agree(widgetIn(page));
        expect(await page.evaluate(() => Reflect.get(window, 'had_body'))).toBe(false);
        expect(await page.locator('iframe').count()).toBe(1);
        expect((await heard(page)).slice(0, 3)).toEqual(['onLoad', 'LOAD', 'OPEN']);
      }),
    );

    test(
      'removing the container of an inline widget closes the widget and calls onClose; moving the container does not',
      inPage(async (page) => {
        const widget = await openWidget(page, await known(), { is_inline: true });
        await agree(widget);
        await page.evaluate(() => {
          history.pushState(null, '', '/elsewhere');
          document.querySelector('main')?.replaceChildren();
        });
        await soon(
          async () => (await heard(page)).slice(-2),
          (value) => expect(value).toEqual(['CLOSE', 'onClose']),
        );
        // If the page moves the container and does not remove it, the frame reloads and shows the same screen again.
        await page.goto(stage().hostUrl());
        await initWidget(page, await known(), { is_inline: true });
        await agree(widgetIn(page));
        await page.evaluate(() => {
          const box = document.getElementById('box');
          if (box !== null) document.body.append(box);
        });
        await onScreen(widgetIn(page), /^Sign in/);
        expect(await heard(page)).not.toContain('CLOSE');
      }),
    );

    test(
      'a cancel event on the dialog closes the widget in the same way as the widget’s close button: onSuccess is called before CLOSE and onClose',
      inPage(async (page) => {
        const widget = await openWidget(page, await known());
        await agree(widget);
        await signIn(widget);
        await succeeded(widget);
        await page.evaluate(() =>
          document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })),
        );
        await soon(
          async () => (await heard(page)).slice(-3),
          (calls) => expect(calls).toEqual(['onSuccess string', 'CLOSE', 'onClose']),
        );
      }),
    );

    test(
      'when the page closes the widget, CLOSE and onClose are called once each, and no element is left',
      inPage(async (page) => {
        const widget = await openWidget(page, await known());
        await agree(widget);
        await page.evaluate(() => window.widgets[0]?.close());
        expect((await heard(page)).slice(-2)).toEqual(['CLOSE', 'onClose']);
        await soon(
          () => page.locator('iframe, dialog').count(),
          (value) => expect(value).toBe(0),
        );
        await page.evaluate(() => window.widgets[0]?.close());
        expect((await heard(page)).filter((name) => name === 'CLOSE')).toHaveLength(1);
      }),
    );

    test('callbacks that throw do not stop the widget; invalid options throw a TypeError at once', async () => {
      const { page, context } = await stage().newPage();
      await page.goto(stage().hostUrl());
      const token = await known();
      await page.evaluate((bridgeToken) => {
        window.calls = [];
        const fail = () => {
          throw new Error('a fault of the page');
        };
        window.VouchBridge?.init({ bridgeToken, onLoad: fail, onEvent: fail, onClose: fail }).open();
      }, token);
      await agree(widgetIn(page));
      const refused = await page.evaluate(() => {
        const attempt = (options: object) => {
          try {
            // `init` is called without type checks, like a call from a page in plain JavaScript.
            const { init } = window.VouchBridge as { init(given: object): unknown };
            init(options);
            return 'taken';
          } catch (error) {
            return error instanceof TypeError ? 'refused' : 'broken';
          }
        };
        return [attempt({}), attempt({ bridgeToken: 'x', position: { type: 'inline' } })];
      });
      expect(refused).toEqual(['refused', 'refused']);
      await context.close();
    });

    test(
      'no request URL or referrer contains a token, and no request goes to a third-party server',
      inPage(async (page) => {
        const addresses: string[] = [];
        page
          .context()
          .on('request', (request) => addresses.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
        const token = await known();
        const widget = await openWidget(page, token);
        await agree(widget);
        await signIn(widget);
        await succeeded(widget);
        expect(addresses.length).toBeGreaterThan(8);
        expect(addresses.filter((address) => address.includes(token))).toEqual([]);
        expect(await page.locator('iframe').getAttribute('src')).not.toContain(token);
        const bodies = addresses.filter(
          (address) => !address.startsWith(stage().url) && !address.startsWith(stage().hostUrl()),
        );
        expect(bodies).toEqual([]);
      }),
    );
  });

  describe.concurrent('bridge.js with React', PATIENT, () => {
    test(
      'the React hook opens the dialog, calls the newest callbacks, and leaves no element after unmount',
      inPage(async (page) => {
        await drawWithReact(page, DIALOG_DRAWN_TWICE);
        await agree(widgetIn(page));
        const names = await page.evaluate(() => window.calls.map(([name]) => name));
        expect(new Set(names)).toEqual(new Set(['second']));
        await page.evaluate(() => Reflect.get(window, 'unmount')());
        await soon(
          () => page.locator('iframe, dialog').count(),
          (value) => expect(value).toBe(0),
        );
      }),
    );

    test(
      'the inline component, mounted twice by React’s strict mode, shows one frame',
      inPage(async (page) => {
        await drawWithReact(page, INLINE_IN_STRICT_MODE);
        await agree(widgetIn(page));
        expect(await page.locator('iframe').count()).toBe(1);
        expect(await page.evaluate(() => window.calls.map(([, type]) => type))).toEqual(
          expect.not.arrayContaining(['CLOSE']),
        );
      }),
    );

    test(
      'if a wrapper calls init twice without closing the widget, the wrapper gets one frame, and only one widget calls the wrapper’s callbacks',
      inPage(async (page) => {
        await page.goto(stage().hostUrl());
        const token = await known();
        await initWidget(page, token, { is_inline: true, is_started_twice: true });
        expect(await page.locator('iframe').count()).toBe(1);
        await agree(widgetIn(page));
        expect((await heard(page)).slice(0, 3)).toEqual(['onLoad', 'LOAD', 'OPEN']);
        expect(await heard(page)).not.toContain('CLOSE');
        // A third widget replaces the loaded widget. The loaded widget closes and calls `onClose`.
        await initWidget(page, token, { is_inline: true });
        expect(await heard(page)).toContain('onClose');
        await onScreen(widgetIn(page), /^Sign in/);
      }),
    );

    test(
      'a widget that is closed before it has loaded leaves no element and calls onClose once',
      inPage(async (page) => {
        await page.goto(stage().hostUrl());
        const token = await known();
        for (const is_inline of [true, false]) {
          await initWidget(page, token, { is_inline, is_closed_at_once: true });
          expect(await page.locator('iframe, dialog').count()).toBe(0);
          expect(await page.locator('#box *').count()).toBe(0);
        }
        expect(await heard(page)).toEqual(['CLOSE', 'onClose', 'CLOSE', 'onClose']);
      }),
    );
  });
}

const known = () => stage().newToken({ provider_id: 'vouch_payroll' });

/** Loads the React package on an empty page and runs a script that uses it. */
async function drawWithReact(page: Page, script: string): Promise<void> {
  await page.goto(stage().hostUrl('empty'));
  await page.evaluate((parts) => Object.assign(window, parts, { calls: [] }), {
    src: `${stage().url}/bridge.js`,
    bridgeToken: await known(),
  });
  const built = await readFile(REACT_PACKAGE, 'utf8');
  await page.addScriptTag({ type: 'module', content: `${withLittleReact(built)}${script}` });
}

const REACT_PACKAGE = 'dist/web/react/index.js';

/**
 * The React package together with a minimal React. The minimal React supports only one component. It can render the
 * component twice, and keeps the values of refs and memos for the second rendering. It runs each effect once. In strict
 * mode, it runs each effect, cleans it up and runs it again.
 */
const withLittleReact = (built: string): string => `
  const kept = [];
  const cleanups = [];
  let at = 0;
  let is_strict = false;
  const keep = (make) => (kept[at++] ??= make());
  const useRef = (current) => keep(() => ({ current }));
  const useMemo = (make) => keep(make);
  const useEffect = (run) => keep(() => { if (is_strict) run()(); cleanups.push(run()); return true; });
  const jsx = (type, { ref }) => { ref.current = document.getElementById('box'); };
  ${built.replaceAll(/^import .*$/gm, '').replaceAll(/^export .*$/gm, '')}`;

const DIALOG_DRAWN_TWICE = `
  const draw = (name) => {
    at = 0;
    const onEvent = (type) => window.calls.push([name, type]);
    return useVouchBridge({ src: window.src, bridgeToken: window.bridgeToken, onEvent });
  };
  draw('first').open();
  draw('second');
  window.unmount = () => cleanups.forEach((clean) => clean());`;

const INLINE_IN_STRICT_MODE = `
  is_strict = true;
  const onEvent = (type) => window.calls.push(['inline', type]);
  VouchInline({ src: window.src, bridgeToken: window.bridgeToken, onEvent });`;
