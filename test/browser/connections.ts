// Tests connecting in the widget: existing and broken links, deposit switches, the choice of an employer, and the
// escaping of strings from clients and providers.
import { describe, expect, test } from 'vitest';
import {
  agree,
  chooseEmployer,
  heard,
  onScreen,
  openWidget,
  payloadOf,
  press,
  pressMeant,
  signIn,
  succeeded,
} from './acting.ts';
import { inPage, PATIENT, stage } from './stage.ts';

export function describeConnections(): void {
  describe.concurrent('connecting in the widget', PATIENT, () => {
    test(
      'update mode offers only the login of the link’s provider and keeps the same link',
      inPage(async (page) => {
        const user_id = await stage().newUser();
        const { public_token, link_id } = await connectSandbox(user_id);
        const { access_token } = await stage().api.send<{ access_token: string }>('POST', '/v1/link-access-tokens/', {
          public_token,
        });
        const widget = await openWidget(page, await stage().newToken({ access_token }, user_id));
        await agree(widget);
        await onScreen(widget, 'Sign in to Vouch Payroll again');
        expect(await widget.getByRole('button', { name: 'Use a different account' }).count()).toBe(0);
        await signIn(widget, 'goodlogin', 'wrong');
        await onScreen(widget, 'That sign-in did not work');
        expect(await widget.getByRole('button', { name: 'Choose another employer' }).count()).toBe(0);
        expect(await widget.locator('.actions button').count()).toBeGreaterThanOrEqual(2);
        await press(widget, 'Try again');
        await signIn(widget);
        await succeeded(widget);
        const renewed = await stage().api.send<{ link_id: string }>('POST', '/v1/link-access-tokens/', {
          public_token: String((await payloadOf(page, 'SUCCESS'))?.['public_token']),
        });
        expect(renewed.link_id).toBe(link_id);
      }),
    );

    test(
      'in update mode, a login that belongs to another link fails with LINK_EXISTS',
      inPage(async (page) => {
        const user_id = await stage().newUser();
        const { public_token } = await connectSandbox(user_id);
        await connectSandbox(user_id, 'fulltime');
        const { access_token } = await stage().api.send<{ access_token: string }>('POST', '/v1/link-access-tokens/', {
          public_token,
        });
        const widget = await openWidget(page, await stage().newToken({ access_token }, user_id));
        await agree(widget);
        await signIn(widget, 'fulltime');
        await onScreen(widget, 'This account is already connected');
        expect(await payloadOf(page, 'ERROR')).toMatchObject({ error: { error_code: 'LINK_EXISTS' } });
      }),
    );

    test(
      'an existing link is reused without a login if the person confirms',
      inPage(async (page) => {
        const user_id = await stage().newUser();
        await connectSandbox(user_id);
        const widget = await openWidget(page, await stage().newToken({}, user_id));
        await agree(widget);
        await onScreen(widget, 'Use the connection you already have?');
        await pressMeant(widget, /^Use this connection/);
        await succeeded(widget);
        expect((await heard(page)).slice(2)).toEqual([
          'OPEN',
          'LINK_CREATED',
          'LOGIN_COMPLETE',
          'SUCCESS',
          'VIEW SUCCESS',
        ]);
      }),
    );

    test(
      'in a deposit switch, the person confirms the amount and the masked account number before logging in',
      inPage(async (page) => {
        const account = { ...ACCOUNT, deposit_type: 'amount', deposit_value: '1250.50' };
        const token = await stage().newToken({ product_type: 'deposit_switch', provider_id: 'vouch_payroll', account });
        const widget = await openWidget(page, token);
        await agree(widget);
        await onScreen(widget, 'Please confirm your direct deposit');
        await widget.getByText('$1,250.50 of every paycheck').waitFor();
        await widget.getByText('Checking ending in 4721').waitFor();
        await widget.getByText('The rest of your pay will still go where it goes today.').waitFor();
        expect(await widget.getByText('400100214721').count()).toBe(0);
        await pressMeant(widget, 'Yes, change my direct deposit');
        await signIn(widget);
        await succeeded(widget);
        expect(await widget.getByText('Your direct deposit has been changed.').count()).toBe(1);
      }),
    );

    test(
      'if the account does not support deposit switches, the widget offers a form to download and reports MANUAL_DDS',
      inPage(async (page) => {
        const token = await stage().newToken({
          product_type: 'deposit_switch',
          provider_id: 'vouch_payroll',
          account: ACCOUNT,
        });
        const widget = await openWidget(page, token);
        await agree(widget);
        await pressMeant(widget, 'Yes, change my direct deposit');
        await signIn(widget, 'no.dds');
        await onScreen(widget, 'This account cannot be used here');
        await press(widget, 'Make the change with your employer');
        const download = page.waitForEvent('download');
        await press(widget, 'Download the form');
        expect((await download).suggestedFilename()).toBe('direct-deposit.txt');
        expect(await payloadOf(page, 'MANUAL_DDS')).toMatchObject({ action: 'DOWNLOAD', deposit_type: 'entire' });
      }),
    );

    test(
      'a person with an unsupported employer, an unlisted employer or no employer is offered a next step',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken());
        await agree(widget);
        await chooseEmployer(widget, 'nowhere holding', 'Nowhere Holdings');
        await onScreen(widget, 'We cannot connect to Nowhere Holdings yet');
        expect(await widget.locator('.screen button').count()).toBeGreaterThanOrEqual(2);
        await press(widget, 'Choose another employer');
        await widget.getByLabel('Employer name').fill('qqqqzzzz');
        await widget.getByText('Nothing found for “qqqqzzzz”').waitFor();
        await press(widget, 'I’m self-employed or not working');
        await onScreen(widget, 'Self-employed or not working?');
        await press(widget, 'Back');
        await press(widget, 'I don’t see my employer');
        await onScreen(widget, 'Who runs your payroll?');
        await widget.getByLabel('Name', { exact: true }).fill('vuoch payrol');
        await widget.getByRole('button', { name: 'Vouch Payroll', exact: true }).click();
        await signIn(widget);
        await succeeded(widget);
        expect(await payloadOf(page, 'SUCCESS')).toMatchObject({ employer: { name: '' } });
      }),
    );

    test(
      'if the token has no employer, the widget uses the `companyMappingId` that the page passes',
      inPage(async (page) => {
        const options = { companyMappingId: 'e9c9d4fda4d2d79ec4e9a10302235588' };
        const widget = await openWidget(page, await stage().newToken(), { options });
        await agree(widget);
        await onScreen(widget, 'Sign in to Vouch Payroll');
        expect(await heard(page)).not.toContain('EMPLOYER_SELECTED');
      }),
    );

    test(
      'texts of a template, company or provider are never interpreted as HTML or script; the template’s accent colour is applied',
      inPage(async (page) => {
        const evil = '<img src=x onerror="document.title=\'stolen\'"><script>1</script>';
        const template = await stage().api.send<{ id: string }>('POST', '/v1/templates/', {
          name: `Evil ${Math.random()}`,
          bridge: { texts: { search_header: evil, success_cta: evil } },
          branding: { company_name: evil, accent_color: '#ffe14d', privacy_url: 'https://127.0.0.1/privacy' },
        });
        await page
          .context()
          .route('**/widget/api/companies/?*', (route) =>
            route.fulfill({ json: { results: [{ id: null, name: evil, logo_url: 'javascript:alert(1)' }] } }),
          );
        await page.context().route('**/widget/api/tasks/', async (route) => {
          const response = await route.fetch();
          const error = { error_code: 'ERROR', error_message: evil };
          await route.fulfill({
            response,
            json: { ...(await response.json()), status: 'error', is_final: true, error },
          });
        });
        const widget = await openWidget(page, await stage().newToken({ template_id: template.id }));
        await agree(widget);
        await onScreen(widget, evil);
        const color = await widget
          .locator('html')
          .evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));
        expect(color.trim()).toBe('#ffe14d');
        await widget.locator('.rows').getByRole('button', { name: evil }).click();
        await widget.getByRole('button', { name: 'Vouch Payroll', exact: true }).click();
        await signIn(widget);
        await onScreen(widget, 'Something went wrong');
        expect(await widget.locator('.quote p').textContent()).toBe(evil);
        expect(await widget.locator('#root script, #root [onerror], img[src="x"]').count()).toBe(0);
      }),
    );
  });
}

const ACCOUNT = {
  account_number: '400100214721',
  routing_number: '110000000',
  account_type: 'checking',
  bank_name: 'Lantern Bank',
};

const connectSandbox = (user_id: string, username = 'goodlogin') =>
  stage().api.send<{ public_token: string; link_id: string }>('POST', '/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_payroll',
    username,
    password: 'goodpassword',
    product_type: 'income',
  });
