// Tests an order's landing page, from opening the page to completing the order, with interruptions.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agree, onScreen, press, signIn, soon } from './acting.ts';
import { inPage, type Order, PATIENT, SIZES, stage } from './stage.ts';

export function describeLanding(): void {
  describe.concurrent('the landing page', PATIENT, () => {
    test.for(SIZES)('on %s, connecting two employers one after the other completes the order', ([, viewport]) =>
      inPage(
        async (page) => {
          const order = await stage().newOrder(TWO_EMPLOYERS);
          await land(page, order);
          await onScreen(page, 'My company asks you to verify the following');
          await page.getByText('Hello Jordan').waitFor();
          await start(page, 'Home Depot');
          await signIn(page);
          await page.getByText('1 of 2 done').waitFor();
          await start(page, 'Fable Freight');
          await signIn(page, 'fulltime');
          await onScreen(page, 'All done. Thank you!');
          expect(await readOrder(order)).toMatchObject({
            status: 'completed',
            employers: [{ status: 'completed' }, { status: 'completed' }],
          });
          await page.reload();
          await onScreen(page, 'This verification is finished');
        },
        { viewport },
      )(),
    );

    test(
      'the order is completed after the person skips one employer with a reason, connects the rest and certifies the data',
      inPage(async (page) => {
        const template = await stage().api.send<{ id: string }>('POST', '/v1/templates/', {
          name: `Certified ${Math.random()}`,
          branding: { company_name: 'Harbor Home Loans', accent_color: '#0b7a5a', background_color: '#e7f0ec' },
          orders: { certification: true, custom_field_title: 'Property', support_email: 'help@harbor.example' },
        });
        const order = await stage().newOrder({
          ...TWO_EMPLOYERS,
          products: ['income', 'assets'],
          template_id: template.id,
          custom_field: '12 Elm Street',
        });
        await land(page, order);
        await page.getByText('12 Elm Street').waitFor();
        await press(page, 'Skip: Fable Freight');
        await onScreen(page, 'Skip this one?');
        await press(page, 'Skip');
        await page.getByText('Please choose a reason.').waitFor();
        expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason');
        await page.getByLabel('Another reason').check();
        await page.getByLabel('In your own words').fill('I left years ago');
        await press(page, 'Skip');
        await page.getByText('0 of 3 done · 1 skipped').waitFor();
        await start(page, 'Home Depot');
        await signIn(page);
        await page.getByText('1 of 3 done · 1 skipped').waitFor();
        await start(page, 'Bank account');
        await page.getByRole('button', { name: 'Vouch Bank', exact: true }).click();
        await signIn(page);
        await onScreen(page, 'Is this right?');
        await press(page, 'Confirm');
        await page.getByText(/^\d+ answers are still missing\.$/).waitFor();
        const isFirstFocused = () =>
          page
            .locator('section.part[data-wrong="true"]')
            .first()
            .evaluate((card) => card.contains(document.activeElement));
        await soon(isFirstFocused, (value) => expect(value).toBe(true));
        for (const yes of await page.getByLabel('Yes, this is right').all()) await yes.check();
        await page.getByLabel('Something is wrong').first().check();
        await page.getByLabel('What is wrong?').selectOption('outdated');
        await page.getByLabel('Tell us more').fill('From last year');
        await press(page, 'Confirm');
        await onScreen(page, 'All done. Thank you!');
        const { results } = await stage().api.get<{ results: object[] }>(`/v1/orders/${order.id}/certifications/`);
        expect(results).toContainEqual(
          expect.objectContaining({
            decision: 'not_representative',
            rejection_reason: 'outdated',
            rejection_comment: 'From last year',
          }),
        );
        expect(await readOrder(order)).toMatchObject({
          status: 'completed',
          employers: [{ status: 'completed' }, { status: 'skipped' }],
        });
      }),
    );

    test(
      'in another browser, no data is shown until the person enters the code; then the order continues',
      inPage(async (page) => {
        const order = await stage().newOrder({ ...TWO_EMPLOYERS, phone: '+14155550134', email: 'j@example.com' });
        await land(page, order);
        await start(page, 'Home Depot');
        await signIn(page);
        await page.getByText('1 of 2 done').waitFor();
        await page.reload();
        await page.getByText('1 of 2 done').waitFor();
        await page.context().clearCookies();
        await page.goto(order.share_url);
        await onScreen(page, 'Confirm that it is you');
        const text = await page.locator('main').innerText();
        for (const secret of ['Jordan', 'Home Depot', '0134', 'example.com']) expect(text).not.toContain(secret);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.getByLabel('Code', { exact: true }).fill('nothing');
        await page.keyboard.press('Enter');
        await page.getByText('This code is wrong or no longer valid.').waitFor();
        await press(page, 'No code? Send a new one');
        expect(await page.getByText('This code is wrong or no longer valid.').count()).toBe(0);
        await press(page, 'Send me a text message');
        await page.getByLabel('Code', { exact: true }).waitFor();
        await page.getByLabel('Code', { exact: true }).fill(await newestCode(order));
        await page.keyboard.press('Enter');
        await page.getByText('1 of 2 done').waitFor();
        await start(page, 'Fable Freight');
        await signIn(page, 'fulltime');
        await onScreen(page, 'All done. Thank you!');
        expect((await readOrder(order)).status).toBe('completed');
      }),
    );

    test(
      'if the person finishes early, the suborders that are still open are marked as skipped',
      inPage(async (page) => {
        const order = await stage().newOrder(TWO_EMPLOYERS);
        await land(page, order);
        expect(await page.getByRole('button', { name: 'Finish' }).count()).toBe(0);
        await start(page, 'Home Depot');
        await signIn(page);
        await press(page, 'Finish');
        await onScreen(page, 'Finish now?');
        await page.getByText('Fable Freight').waitFor();
        await press(page, 'Go back');
        await press(page, 'Finish');
        await press(page, 'Finish anyway');
        await onScreen(page, 'All done. Thank you!');
        expect((await readOrder(order)).employers.map(({ status }) => status)).toEqual(['completed', 'skipped']);
      }),
    );

    test(
      'skipping every suborder ends with the screen "Nothing was verified"',
      inPage(async (page) => {
        const order = await stage().newOrder({ ...TWO_EMPLOYERS, products: ['income'] });
        await land(page, order);
        for (const title of ['Home Depot', 'Fable Freight']) {
          await press(page, `Skip: ${title}`);
          await page.getByLabel('I would rather not share this').check();
          await press(page, 'Skip');
        }
        await onScreen(page, 'Nothing was verified');
        expect(await page.locator('.confetti').count()).toBe(0);
        expect(await readOrder(order)).toMatchObject({ status: 'skipped' });
      }),
    );

    test(
      'after a failed login and a click on "Come back later", the order can be continued in a new tab',
      inPage(async (page) => {
        const order = await stage().newOrder(TWO_EMPLOYERS);
        await land(page, order);
        await start(page, 'Home Depot');
        await signIn(page, 'error.user', 'unavailable');
        await onScreen(page, 'Vouch Payroll cannot be reached');
        await press(page, 'Come back later');
        await page.getByText('Did not work').waitFor();
        const again = await page.context().newPage();
        await page.close();
        await again.goto(order.share_url);
        await onScreen(again, 'My company asks you to verify the following');
        await press(again, 'Try again: Home Depot');
        await signIn(again);
        await again.getByText('1 of 2 done').waitFor();
        expect((await readOrder(order)).employers[0]?.status).toBe('completed');
      }),
    );

    test(
      'a reload and the short URL both return to the current screen',
      inPage(async (page) => {
        const order = await stage().newOrder(TWO_EMPLOYERS);
        await land(page, order);
        await start(page, 'Fable Freight');
        await onScreen(page, 'Sign in to Vouch Payroll');
        await page.reload();
        await onScreen(page, 'Sign in to Vouch Payroll');
        await page.goto(order.short_share_url);
        expect(page.url()).toBe(order.share_url);
        await onScreen(page, 'Sign in to Vouch Payroll');
        await signIn(page);
        await page.getByText('1 of 2 done').waitFor();
        expect((await readOrder(order)).employers[1]?.status).toBe('completed');
      }),
    );

    test(
      'the browser’s Back button returns to the previous screen',
      inPage(async (page) => {
        await land(page, await stage().newOrder(TWO_EMPLOYERS));
        await start(page, 'Home Depot');
        await onScreen(page, 'Sign in to Vouch Payroll');
        await page.goBack();
        await onScreen(page, 'My company asks you to verify the following');
        expect(await page.locator('.part').count()).toBe(2);
      }),
    );

    test('shows whether an order is expired, canceled or unknown', async () => {
      const api = await stage().newClient();
      const make = () =>
        api.send<Order>('POST', '/v1/orders/', { products: ['income'], first_name: 'Jordan', last_name: 'Averill' });
      const [canceled, expired] = [await make(), await make()];
      await api.send('POST', `/v1/orders/${canceled.id}/cancel/`);
      await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 73 * 3_600 });
      const { page, done } = await stage().newPage();
      await page.goto(canceled.share_url);
      await onScreen(page, 'This verification was canceled');
      await page.goto(expired.share_url);
      await onScreen(page, 'This verification has expired');
      await page.goto(`${stage().url}/verify/${'0'.repeat(32)}/`);
      await onScreen(page, 'This link does not work');
      expect(await page.getByRole('button').count()).toBe(1);
      await done();
    });

    test('gets a new token when its token expires, and shows a message when the order expires', async () => {
      const api = await stage().newClient();
      const order = await api.send<Order>('POST', '/v1/orders/', {
        products: ['income'],
        first_name: 'Jordan',
        last_name: 'Averill',
        employers: [{ company_name: 'Home Depot' }],
      });
      const { page, done } = await stage().newPage();
      await page.goto(order.share_url);
      await agree(page);
      await start(page, 'Home Depot');
      await onScreen(page, 'Sign in to Vouch Payroll');
      await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 7 * 3_600 });
      await signIn(page, 'goodlogin', 'wrong');
      await onScreen(page, 'That sign-in did not work');
      await press(page, 'Try again');
      await page.getByLabel('User name, email or phone').fill('goodlogin');
      await page.getByLabel('Password', { exact: true }).fill('goodpassword');
      await api.send('POST', '/v1/sandbox/clock/advance/', { seconds: 73 * 3_600 });
      // With the next request, the server detects that the order has expired. This request is sent either by the form,
      // or by the page before the button is pressed. In the second case the button is gone.
      await page
        .getByRole('button', { name: 'Sign in', exact: true })
        .click({ timeout: 5_000 })
        .catch(() => undefined);
      await onScreen(page, 'This verification has expired');
      expect(await api.get<Order>(`/v1/orders/${order.id}/`)).toMatchObject({ status: 'expired' });
      await done();
    });

    test(
      'fetching the page without running its script does not count as a visit, and the page sends no referrer',
      inPage(async (page) => {
        const order = await stage().newOrder();
        for (const method of ['GET', 'HEAD']) {
          const looked = await fetch(order.share_url, { method });
          expect(looked.status).toBe(200);
          expect(Object.fromEntries(looked.headers)).toMatchObject({
            'referrer-policy': 'no-referrer',
            'x-robots-tag': 'noindex, nofollow',
            'cache-control': 'no-store',
          });
        }
        expect(await timeline(order)).not.toContain('landing-opened');
        expect((await readOrder(order)).status).toBe('pending');
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).origin));
        await page.goto(order.share_url);
        await onScreen(page, /would like to verify/);
        expect(new Set(asked)).toEqual(new Set([stage().url]));
        expect(await timeline(order)).toContain('landing-opened');
        expect((await readOrder(order)).status).toBe('sent');
      }),
    );

    test(
      'shows Spanish texts in a Spanish browser, and does not overflow if its layout is switched to right-to-left',
      inPage(
        async (page) => {
          await land(page, await stage().newOrder(TWO_EMPLOYERS));
          await onScreen(page, 'My company le pide verificar lo siguiente');
          await page.evaluate(() => {
            document.documentElement.dir = 'rtl';
          });
          const [avatar, chip] = await Promise.all([
            page.locator('.part .avatar').first().boundingBox(),
            page.locator('.part .chip').first().boundingBox(),
          ]);
          expect(avatar?.x).toBeGreaterThan(chip?.x ?? Number.POSITIVE_INFINITY);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        },
        { locale: 'es-MX' },
      ),
    );
  });
}

const TWO_EMPLOYERS = { employers: [{ company_name: 'Home Depot' }, { company_name: 'Fable Freight' }] };

const readOrder = ({ id }: Order) => stage().api.get<Order>(`/v1/orders/${id}/`);
const timeline = async ({ id }: Order): Promise<string[]> =>
  (await stage().api.get<{ results: { event_type: string }[] }>(`/v1/orders/${id}/events/`)).results.map(
    ({ event_type }) => event_type,
  );

/** Opens the landing page and accepts the consent screen. */
async function land(page: Page, { share_url }: Order): Promise<void> {
  await page.goto(share_url);
  await agree(page);
}

const start = (page: Page, title: string) => press(page, `Start: ${title}`);

/**
 * Returns the code that was sent last. The sandbox sends no messages, but the order's timeline shows what would be
 * sent.
 */
async function newestCode({ id }: Order): Promise<string> {
  type Entry = { data: { kind?: string; text?: string } };
  const { results } = await stage().api.get<{ results: Entry[] }>(`/v1/orders/${id}/events/?page_size=100`);
  const sent = results.findLast(({ data }) => data.kind === 'code');
  return /\b\d{6}\b/.exec(sent?.data.text ?? '')?.[0] ?? '';
}
