// Tests how the widget resumes after a reload or a network failure: it shows the same screen again, and no action
// happens twice.
import { describe, expect, test } from 'vitest';
import {
  agree,
  chooseEmployer,
  heard,
  onScreen,
  openWidget,
  payloadOf,
  press,
  signIn,
  soon,
  succeeded,
  widgetIn,
} from './acting.ts';
import { inPage, PATIENT, stage } from './stage.ts';

export function describeReturning(): void {
  describe.concurrent('resuming in the widget', PATIENT, () => {
    test(
      'a reload at the login form returns to an empty form, and browser storage holds no credentials',
      inPage(async (page) => {
        const token = await stage().newToken();
        const widget = await openWidget(page, token);
        await agree(widget);
        await chooseEmployer(widget);
        await widget.getByLabel('User name, email or phone').fill('goodlogin');
        await widget.getByLabel('Password', { exact: true }).fill('secret words');
        const again = await openWidget(page, token);
        await onScreen(again, 'Sign in to Vouch Payroll');
        expect(await again.getByLabel('Password', { exact: true }).inputValue()).toBe('');
        const kept = await again.locator('html').evaluate(() => JSON.stringify([localStorage, sessionStorage]));
        expect(kept).toContain('Home Depot');
        expect(kept).not.toMatch(/goodlogin|secret words/);
        await signIn(again);
        await succeeded(again);
        expect(await payloadOf(page, 'SUCCESS')).toMatchObject({ employer: { name: 'Home Depot' } });
      }),
    );

    test(
      'a reload shows the same screen as before: the code screen, or the success screen with the same public token',
      inPage(async (page) => {
        const token = await stage().newToken({ provider_id: 'vouch_payroll' });
        const widget = await openWidget(page, token);
        await agree(widget);
        await signIn(widget, 'goodlogin', 'mfa');
        await onScreen(widget, 'Enter the code');
        const again = await openWidget(page, token);
        await again.getByLabel('Code', { exact: true }).fill('12345');
        await press(again, 'Confirm');
        await succeeded(again);
        const first = await payloadOf(page, 'SUCCESS');
        const last = await openWidget(page, token);
        await succeeded(last);
        expect((await payloadOf(page, 'SUCCESS'))?.['public_token']).toBe(first?.['public_token']);
        await press(last, 'Done');
        await soon(
          () => heard(page),
          (value) => expect(value).toContain('onSuccess string'),
        );
      }),
    );

    test(
      'a widget that is opened again after a success starts over, and does not repeat the events LOAD and SUCCESS',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
        await agree(widget);
        await signIn(widget);
        await succeeded(widget);
        await press(widget, 'Done');
        await page.locator('iframe').waitFor({ state: 'detached' });
        await page.evaluate(() => window.widgets[0]?.open());
        await onScreen(widgetIn(page), /^(?:Sign in|Use the connection)/);
        expect((await heard(page)).filter((name) => name === 'SUCCESS' || name === 'LOAD')).toEqual([
          'LOAD',
          'SUCCESS',
        ]);
      }),
    );

    test(
      'if the network fails while the login form is sent, a retry succeeds, and only one task is created',
      inPage(async (page) => {
        const user_id = await stage().newUser();
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }, user_id));
        await agree(widget);
        await onScreen(widget, /^Sign in/);
        await page.context().setOffline(true);
        await widget.getByText('You are offline.').waitFor();
        await signIn(widget);
        await page.context().setOffline(false);
        await widget.getByText('We could not reach the server.').waitFor();
        expect(await widget.getByLabel('Password', { exact: true }).inputValue()).toBe('goodpassword');
        await press(widget, 'Sign in');
        await succeeded(widget);
        expect(await stage().api.get(`/v1/tasks/?user_id=${user_id}`)).toMatchObject({ count: 1 });
      }),
    );

    test(
      'if the response to the login form is lost, the widget finds the task that was created',
      inPage(async (page) => {
        const user_id = await stage().newUser();
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }, user_id));
        await agree(widget);
        await onScreen(widget, /^Sign in/);
        await page.context().route('**/widget/api/tasks/', async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        });
        await signIn(widget);
        await succeeded(widget);
        expect(await stage().api.get(`/v1/tasks/?user_id=${user_id}`)).toMatchObject({ count: 1 });
        expect((await heard(page)).filter((name) => name === 'LINK_CREATED')).toHaveLength(1);
      }),
    );

    test(
      'if the network fails while a task runs, the widget shows the failure, and the task continues afterwards',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
        await agree(widget);
        await signIn(widget, 'goodlogin', 'mfa');
        await onScreen(widget, 'Enter the code');
        await page.context().setOffline(true);
        await widget.getByText('You are offline.').waitFor();
        await page.context().setOffline(false);
        await widget.getByLabel('Code', { exact: true }).fill('12345');
        await press(widget, 'Confirm');
        await succeeded(widget);
        expect(await heard(page)).not.toContain('ERROR');
      }),
    );

    test(
      'an expired token is shown and reported as an error, and the widget can be closed',
      inPage(async (page) => {
        const api = await stage().newClient();
        const { id } = await api.send<{ id: string }>('POST', '/v1/users/', { external_user_id: 'p-1' });
        const { bridge_token } = await api.send<{ bridge_token: string }>('POST', `/v1/users/${id}/tokens/`, {
          product_type: 'income',
        });
        await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 6 * 3_600 + 1 });
        const widget = await openWidget(page, bridge_token);
        await onScreen(widget, 'This session has expired');
        expect(await payloadOf(page, 'ERROR')).toMatchObject({
          error: { error_code: 'ERROR', error_message: `Bridge token expired: ${bridge_token}` },
        });
        await widget.locator('.actions').getByRole('button', { name: 'Close' }).click();
        await soon(
          () => heard(page),
          (value) => expect(value).toEqual(['onLoad', 'LOAD', 'OPEN', 'ERROR', 'VIEW ERROR', 'CLOSE', 'onClose']),
        );
      }),
    );
  });
}
