// Tests the accessibility of every screen. Axe finds no violations (contrast, names, roles, order). Nothing overflows
// at 320 pixels or at 200% zoom. The focus moves to each new screen.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, onScreen, press, pressMeant, signIn } from './acting.ts';
import { faultsOf } from './axe.ts';
import { DESKTOP, PATIENT, PHONE, stage } from './stage.ts';

export function describeScreens(): void {
  describe.concurrent('every screen', PATIENT, () => {
    walk('choosing an employer or payroll system', async (page, look) => {
      await open(page, await stage().newToken());
      await onScreen(page, /would like to verify/);
      await look('consent');
      await agree(page);
      await page.getByRole('button', { name: 'Walmart' }).waitFor();
      await look('employer');
      await press(page, 'I’m self-employed or not working');
      await onScreen(page, 'Self-employed or not working?');
      await look('jobless');
      await press(page, 'Back');
      await page.getByLabel('Employer name').fill('nowhere holdings');
      await page.getByRole('button', { name: 'Nowhere Holdings' }).click();
      await onScreen(page, /^We cannot connect/);
      await look('no provider');
      await press(page, 'Choose the payroll system instead');
      await page.getByLabel('Name', { exact: true }).fill('qqqq');
      await page.getByText('Nothing found').waitFor();
      await look('providers, none found');
      await press(page, 'I don’t see mine');
      await onScreen(page, 'Choose another way');
      await look('methods');
    });

    walk('signing in', async (page, look) => {
      await open(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
      await agree(page);
      await onScreen(page, /^Sign in/);
      await press(page, 'Sign in');
      await page.getByText('This field is required.').first().waitFor();
      await look('login');
      await signIn(page, 'goodlogin', 'mfa');
      await onScreen(page, 'Enter the code');
      await look('code');
      await page.getByLabel('Code', { exact: true }).fill('1');
      await press(page, 'Confirm');
      await onScreen(page, 'The code did not work');
      await look('error');
      await press(page, 'Try again');
      await signIn(page, 'goodlogin', 'longcheck');
      await onScreen(page, /^Connecting/);
      await look('working');
      await onScreen(page, 'You’re all set');
      await look('success');
    });

    walk('existing links, deposit switches, OAuth and an invalid token', async (page, look) => {
      const user_id = await stage().newUser();
      const login = { provider_id: 'vouch_payroll', username: 'no.dds', password: 'goodpassword' };
      await stage().api.send('POST', '/v1/sandbox/links/', { user_id, ...login, product_type: 'income' });
      await open(page, await stage().newToken({}, user_id));
      await agree(page);
      await onScreen(page, /already have/);
      await look('links');
      const account = { ...ACCOUNT, deposit_type: 'percent', deposit_value: '12.50' };
      await open(
        page,
        await stage().newToken({ product_type: 'deposit_switch', provider_id: 'vouch_payroll', account }),
      );
      await agree(page);
      await page.getByText('12.5% of every paycheck').waitFor();
      await look('deposit');
      await pressMeant(page, 'Yes, change my direct deposit');
      await signIn(page, 'no.dds');
      await press(page, 'Make the change with your employer');
      await onScreen(page, /^Ask your employer/);
      await look('manual deposit');
      await open(page, await stage().newToken({ product_type: 'assets', provider_id: 'vouch_bank_oauth' }));
      await agree(page);
      await look('oauth');
      const opened = page.waitForEvent('popup');
      await press(page, /^Continue to/);
      await (await opened).close();
      await onScreen(page, /^Continue at/);
      await look('redirect');
      await open(page, '0'.repeat(32));
      await onScreen(page, 'This link does not work');
      await look('refused');
    });

    walk('entering a required organization id', async (page, look) => {
      await page.route('**/widget/api/session/', async (route) => {
        const response = await route.fetch();
        const session = await response.json();
        const fields = session.preselected.provider.fields.map((field: { name: string }) =>
          field.name === 'organization_id' ? { ...field, required: true } : field,
        );
        const provider = { ...session.preselected.provider, fields };
        await route.fulfill({ response, json: { ...session, preselected: { ...session.preselected, provider } } });
      });
      await open(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
      await agree(page);
      await onScreen(page, 'Which organization?');
      await look('organization');
      await page.getByLabel('Organization ID').fill('vouch');
      await press(page, 'Continue');
      await signIn(page);
      await onScreen(page, 'You’re all set');
    });

    walk('the landing page of an order', async (page, look) => {
      const template = await stage().api.send<{ id: string }>('POST', '/v1/templates/', {
        name: `Certified ${Math.random()}`,
        // This accent colour is a grey on which neither black text nor white text has much contrast.
        branding: { company_name: 'Harbor Home Loans', accent_color: '#777777', background_color: 'rgb(231 240 236)' },
        orders: { certification: true, custom_field_title: 'Property', support_email: 'help@harbor.example' },
      });
      const employers = [{ company_name: 'Home Depot' }, { company_name: 'Fable Freight' }];
      const order = await stage().newOrder({
        template_id: template.id,
        custom_field: '12 Elm Street',
        email: 'jordan@example.com',
        employers: [...employers, { company_name: 'Kroger' }],
      });
      await page.goto(order.share_url);
      await onScreen(page, /would like to verify/);
      await look('landing, consent');
      await agree(page);
      await onScreen(page, /asks you to verify/);
      await look('overview');
      await press(page, 'Skip: Fable Freight');
      await page.getByLabel('Another reason').check();
      await look('skip');
      await press(page, 'Skip');
      await press(page, 'Start: Kroger');
      await signIn(page);
      await page.getByText(/^1 of 3 done/).waitFor();
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await page.goto(order.share_url);
      await onScreen(page, 'Confirm that it is you');
      await look('another browser');
      await press(page, 'Send me an email');
      await press(page, 'Confirm');
      await look('another browser, code');
      await page.context().addCookies(cookies);
      await page.goto(order.share_url);
      await press(page, 'Start: Home Depot');
      await signIn(page, 'fulltime');
      await onScreen(page, 'Is this right?');
      await page.getByLabel('Something is wrong').first().check();
      await press(page, 'Confirm');
      await look('certification');
      await page.getByLabel('What is wrong?').selectOption('other');
      await page.getByLabel('Yes, this is right').last().check();
      await press(page, 'Confirm');
      await onScreen(page, /^All done/);
      await look('completed');
      await page.goto(order.share_url);
      await onScreen(page, 'This verification is finished');
      await look('closed');
      await page.goto(`${stage().url}/verify/${'0'.repeat(32)}/`);
      await onScreen(page, 'This link does not work');
      await look('unknown');
    });

    walk('the demo', async (page, look) => {
      await page.goto(`${stage().url}/demo/`);
      await page.getByLabel('Client id').fill(stage().credentials.client_id);
      await page.getByLabel('Sandbox secret').fill(stage().credentials.sandbox_secret);
      await look('key');
      await press(page, 'Use it');
      await press(page, 'Create the order');
      await page.getByRole('button', { name: 'Open the widget' }).waitFor();
      await look('order');
    });
  });

  test('a new screen takes the focus and is announced to screen readers', PATIENT, async () => {
    const { page, done } = await stage().newPage({ hasTouch: true, isMobile: true });
    await open(page, await stage().newToken());
    await agree(page);
    await onScreen(page, 'Where do you work?');
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    // On touch devices the title gets the focus, because focus on the field would open the on-screen keyboard.
    expect(await focused()).toBe('H1');
    expect(await page.title()).toBe('Where do you work?');
    await page.getByRole('status').filter({ hasText: '4 results' }).waitFor();
    await page.getByLabel('Employer name').fill('home depo');
    await page.getByRole('status').filter({ hasText: '1 result' }).waitFor();
    await done();
  });
}

const ACCOUNT = { account_number: '400100214721', routing_number: '110000000', account_type: 'checking' };

/**
 * A width of 320 pixels corresponds to 1280 pixels at 400% zoom. A viewport of 640 by 400 corresponds to a desktop at
 * 200% zoom. DESKTOP is a desktop without zoom.
 */
const WIDTHS = [{ width: 320, height: 640 }, { width: 640, height: 400 }, DESKTOP];

/**
 * Checks the current screen in light and dark colours and at several widths. Records accessibility violations and
 * overflow under the given name.
 */
type Look = (name: string) => Promise<void>;

function looker(page: Page, faults: string[]): Look {
  return async (name) => {
    faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      const is_too_wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (is_too_wide) faults.push(`${name}: wider than ${size.width}`);
    }
    await page.setViewportSize(PHONE);
  };
}

/**
 * Defines a test that visits several screens. The test visits all screens first, and then fails if any of them has
 * violations.
 */
function walk(name: string, go: (page: Page, look: Look) => Promise<void>): void {
  test(`${name}: no accessibility violation and no overflow`, async () => {
    const { page, done } = await stage().newPage({ viewport: PHONE, colorScheme: 'light' });
    const faults: string[] = [];
    await go(page, looker(page, faults));
    await done();
    expect(faults).toEqual([]);
  });
}

/** Opens the widget as a top-level page, which has the same screens as the frame. */
async function open(page: Page, token: string): Promise<void> {
  await page.goto(`${stage().url}/mobile.html?bridge_token=${token}`);
}
