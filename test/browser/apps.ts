// Tests the widget in other hosts: an order in a frame on a third-party page, a native app, and the demo.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, heard, onScreen, openWidget, payloadOf, press, signIn, soon, succeeded, widgetIn } from './acting.ts';
import { DESKTOP, inPage, type Order, PATIENT, stage } from './stage.ts';

export function describeApps(): void {
  describe.concurrent('an order in the widget', PATIENT, () => {
    test(
      'emits SUCCESS for each employer and then COMPLETED; after that, the widget closes',
      inPage(async (page) => {
        const order = await stage().newOrder(TWO_EMPLOYERS);
        const widget = await openWidget(page, order.bridge_token, { options: { isOrder: true } });
        await agree(widget);
        await press(widget, 'Start: Home Depot');
        await signIn(widget);
        await press(widget, 'Start: Fable Freight');
        await signIn(widget, 'fulltime');
        await onScreen(widget, 'All done. Thank you!');
        const part = ['VIEW PROVIDER_LOGIN', 'LINK_CREATED', 'LOGIN_COMPLETE', 'SUCCESS'];
        const end = ['COMPLETED (order)', 'onSuccess', 'CLOSE', 'onClose'];
        await soon(
          () => heard(page),
          (calls) => expect(calls).toEqual(['onLoad', 'LOAD', 'OPEN', ...part, ...part, ...end]),
        );
        expect(await payloadOf(page, 'COMPLETED')).toEqual({ order_id: order.id });
        expect(await page.locator('iframe').count()).toBe(0);
      }),
    );

    test(
      'if the login has failed permanently, gets the status of this login when the applicant closes the widget',
      inPage(async (page) => {
        const order = await stage().newOrder({ employers: [{ company_name: 'Home Depot' }] });
        const widget = await openWidget(page, order.bridge_token);
        await agree(widget);
        await signIn(widget, 'error.user', 'no_data');
        await onScreen(widget, 'We found nothing in this account');
        expect((await readOrder(order)).status).toBe('sent');
        await page.evaluate(() => window.widgets[0]?.close());
        await soon(
          () => readOrder(order),
          ({ status }) => expect(status).toBe('no_data'),
        );
        expect((await heard(page)).slice(-2)).toEqual(['CLOSE', 'onClose']);
      }),
    );

    test(
      'the widget of a canceled order shows only that the order was canceled, and can be closed',
      inPage(async (page) => {
        const order = await stage().newOrder();
        await stage().api.send('POST', `/v1/orders/${order.id}/cancel/`);
        const widget = await openWidget(page, order.bridge_token);
        await onScreen(widget, 'This verification was canceled');
        await widget.locator('.actions').getByRole('button', { name: 'Close' }).click();
        await soon(
          () => heard(page),
          (calls) => expect(calls).toEqual(['onLoad', 'LOAD', 'OPEN', 'CLOSE', 'onClose']),
        );
      }),
    );
  });

  describe.concurrent('in a native app', PATIENT, () => {
    /** Installs an Android app's interface in the page. It records the calls that the app would receive. */
    const asAndroid = () => {
      window.calls = [];
      const write =
        (name: string) =>
        (...given: unknown[]) =>
          void window.calls.push([name, ...given]);
      window.vouchInterface = {
        onSuccess: write('onSuccess'),
        onEvent: write('onEvent'),
        onClose: write('onClose'),
        onLoad: write('onLoad'),
        onError: write('onError'),
      };
    };
    const read = async (page: Page) =>
      (await page.evaluate(() => window.calls)).map(([name, json]) => ({
        name,
        said: json === undefined ? undefined : JSON.parse(String(json)),
      }));
    const open = async (page: Page, token: string, more = '') => {
      await page.goto(`${stage().url}/mobile.html?bridge_token=${token}${more}&sdk=android:2.1.0`);
      return page;
    };
    /** Starts a login in an app that opens provider pages itself. Returns the payload that names the page to open. */
    const startExternalLogin = async (page: Page) => {
      await page.addInitScript(asAndroid);
      const token = await stage().newToken({ product_type: 'assets', provider_id: 'vouch_bank_oauth' });
      await open(page, token, '&external_features=external_app_login');
      await agree(page);
      await press(page, /^Continue to Vouch Bank/);
      await onScreen(page, /^Continue at/);
      return (await read(page)).find(({ said }) => said?.event_type === 'START_EXTERNAL_LOGIN')?.said.payload;
    };

    test(
      'Android callbacks get JSON with all keys, and the token is removed from the page URL',
      inPage(async (page) => {
        await page.addInitScript(asAndroid);
        const token = await stage().newToken({ provider_id: 'vouch_payroll' });
        await open(page, token);
        await agree(page);
        expect(new URL(page.url()).search).toBe('');
        await signIn(page, 'error.user', 'no_data');
        await onScreen(page, 'We found nothing in this account');
        await page.reload();
        await onScreen(page, 'We found nothing in this account');
        await press(page, 'Try again');
        await signIn(page);
        await succeeded(page);
        await press(page, 'Done');
        const calls = await read(page);
        expect(calls.at(0)).toEqual({ name: 'onLoad', said: undefined });
        // The interface for native apps has no error code `NO_DATA`, so native apps get the general code `ERROR`.
        expect(calls.find(({ said }) => said?.event_type === 'ERROR')?.said.payload.error.error_code).toBe('ERROR');
        expect(calls.slice(-3)).toEqual([
          {
            name: 'onSuccess',
            said: {
              public_token: expect.stringMatching(/^[0-9a-f]{32}$/),
              metadata: { task_id: expect.any(String), employer: { name: '' } },
            },
          },
          { name: 'onEvent', said: { event_type: 'CLOSE', payload: { bridge_token: token, product_type: 'income' } } },
          { name: 'onClose', said: undefined },
        ]);
      }),
    );

    test(
      'iOS messages have event, payload and source; back() returns to the previous screen, then closes the widget',
      inPage(async (page) => {
        await page.addInitScript(() => {
          window.calls = [];
          const postMessage = (message: unknown) => void window.calls.push(['ios', message]);
          window.webkit = { messageHandlers: { vouch: { postMessage } } };
        });
        await open(page, await stage().newToken());
        await agree(page);
        await press(page, 'I don’t see my employer');
        await onScreen(page, 'Who runs your payroll?');
        await page.evaluate(() => window.bridge?.back());
        await onScreen(page, 'Where do you work?');
        await page.evaluate(() => window.bridge?.back());
        const said = (await page.evaluate(() => window.calls)).map(([, message]) => message);
        expect(said[0]).toEqual({ event: 'onLoad', payload: null, source: 'bridge' });
        expect(said[1]).toMatchObject({ event: 'onEvent', payload: { event_type: 'LOAD' }, source: 'bridge' });
        expect(said.at(-1)).toEqual({ event: 'onClose', payload: null, source: 'bridge' });
      }),
    );

    test(
      'an app that declares external_app_login opens the provider’s page itself and can cancel the login',
      inPage(async (page) => {
        const started = await startExternalLogin(page);
        expect(started).toMatchObject({
          url: expect.stringContaining(stage().url),
          external_login_type: 'oauth',
          is_logged_in: { selector: 'main' },
          script: { callback_url: `${stage().url}/oauth/callback/`, callback_method: 'GET', callback_headers: {} },
        });
        expect(page.context().pages()).toHaveLength(1);
        await page.evaluate(() => window.bridge?.onExternalLoginCancel());
        await onScreen(page, /^Sign in to Vouch Bank/);
      }),
    );

    test(
      'the login continues in the browser that the app opened, after the person confirms that they started the login',
      inPage(async (page) => {
        const started = await startExternalLogin(page);
        const outside = await stage().newPage();
        await outside.page.goto(started.url);
        await outside.page.getByRole('button', { name: 'I started this: continue' }).click();
        await outside.page.getByLabel('Password').fill('goodpassword');
        await outside.page.getByRole('button', { name: 'Allow' }).click();
        await outside.page.getByText('You can close this window').first().waitFor();
        await outside.done();
        await soon(
          () => read(page),
          (calls) => expect(calls.map(({ said }) => said?.event_type)).toContain('SUCCESS'),
        );
      }),
    );

    test(
      'an invalid token calls onError',
      inPage(async (page) => {
        await page.addInitScript(asAndroid);
        await open(page, '0'.repeat(32));
        await onScreen(page, 'This link does not work');
        await soon(
          () => read(page),
          (calls) => expect(calls.map(({ name }) => name)).toContain('onError'),
        );
      }),
    );
  });

  test(
    'the demo creates an order, shows its data, and lists its API calls as curl commands without the secret',
    PATIENT,
    inPage(
      async (page) => {
        const { client_id, sandbox_secret } = stage().credentials;
        await page.goto(`${stage().url}/demo/`);
        await page.getByLabel('Client id').fill(client_id);
        await page.getByLabel('Sandbox secret').fill('prod-0123');
        await page.getByText('Enter a sandbox secret').waitFor();
        await page.getByLabel('Sandbox secret').fill(sandbox_secret);
        await press(page, 'Use it');
        await press(page, 'Create the order');
        await press(page, 'Open the widget');
        const widget = widgetIn(page);
        await agree(widget);
        await signIn(widget);
        await page.getByText('order-finalized', { exact: true }).waitFor();
        await page.getByText('Data Analyst', { exact: true }).waitFor();
        const commands = await page.locator('.demo-call pre').allTextContents();
        expect(commands.some((text) => text.startsWith('curl -sS') && text.includes('/v1/orders/'))).toBe(true);
        expect(await page.content()).not.toContain(sandbox_secret);
        expect(JSON.stringify(await page.context().storageState())).not.toContain(sandbox_secret);
      },
      { viewport: DESKTOP },
    ),
  );
}

const TWO_EMPLOYERS = { employers: [{ company_name: 'Home Depot' }, { company_name: 'Fable Freight' }] };

const readOrder = ({ id }: Order) => stage().api.get<Order>(`/v1/orders/${id}/`);
