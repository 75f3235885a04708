// Tests of the widget's accessibility and languages: Spanish, use with the keyboard only, focus, and presses right
// after a screen appears.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  agree,
  heard,
  initWidget,
  onScreen,
  openWidget,
  press,
  soon,
  succeeded,
  type Widget,
  widgetIn,
} from './acting.ts';
import { DESKTOP, inPage, PATIENT, stage } from './stage.ts';

export function describeEverybody(): void {
  describe.concurrent('accessibility and languages', PATIENT, () => {
    test(
      'if the token’s locale is `es`, the widget is in Spanish',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken({ locale: 'es' }));
        await agree(widget);
        await onScreen(widget, '¿Dónde trabaja?');
        expect(await widget.locator('html').getAttribute('lang')).toBe('es');
        await widget.getByLabel('Nombre del empleador').fill('home depo');
        await widget.getByRole('button', { name: 'Home Depot', exact: true }).click();
        await widget.getByLabel('Usuario, correo o teléfono').fill('goodlogin');
        await widget.getByLabel('Contraseña', { exact: true }).fill('goodpassword');
        await press(widget, 'Iniciar sesión');
        await onScreen(widget, 'Todo listo');
      }),
    );

    test(
      'no screen is shown in the browser’s language while the token’s language is being loaded',
      inPage(async (page) => {
        let titles: string[] | undefined;
        await page.route('**/messages.es-*.js', async (route) => {
          titles = await widgetIn(page).locator('h1').allTextContents();
          await route.continue();
        });
        const widget = await openWidget(page, await stage().newToken({ locale: 'es' }));
        await onScreen(widget, 'Acme Lending desea verificar su información');
        expect(titles).toEqual([]);
      }),
    );

    test(
      'a person can connect with only the keyboard, and afterwards the focus returns to the button on the page that opened the widget',
      inPage(
        async (page) => {
          await page.goto(stage().hostUrl());
          await initWidget(page, await stage().newToken(), { is_left_closed: true });
          await page.evaluate(() => {
            document.getElementById('before')?.addEventListener('click', () => window.widgets[0]?.open());
          });
          await page.locator('#before').focus();
          await page.keyboard.press('Enter');
          const widget = widgetIn(page);
          await onScreen(widget, /would like to verify/);
          await focusOn(page, widget, 'Agree and continue');
          await page.keyboard.press('Enter');
          await soon(
            () => focused(page),
            (value) => expect(value).toBe('Employer name'),
          );
          await page.keyboard.type('hoem depo');
          await widget.getByRole('button', { name: 'Home Depot', exact: true }).waitFor();
          await soon(
            () => widget.locator('.rows button').count(),
            (value) => expect(value).toBe(1),
          );
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Enter');
          await soon(
            () => focused(page),
            (value) => expect(value).toBe('User name, email or phone'),
          );
          await page.keyboard.type('goodlogin');
          await page.keyboard.press('Tab');
          await page.keyboard.type('goodpassword');
          await page.keyboard.press('Enter');
          await succeeded(widget);
          await focusOn(page, widget, 'Done');
          await page.keyboard.press('Enter');
          await page.locator('iframe').waitFor({ state: 'detached' });
          expect(await page.evaluate(() => document.activeElement?.id)).toBe('before');
        },
        { viewport: DESKTOP },
      ),
    );

    test(
      '"Show password" reveals the password, and Escape closes the widget',
      inPage(async (page) => {
        const widget = await openWidget(page, await stage().newToken({ provider_id: 'vouch_payroll' }));
        await agree(widget);
        const password = widget.getByLabel('Password', { exact: true });
        await password.fill('goodpassword');
        expect(await password.getAttribute('type')).toBe('password');
        expect(await password.getAttribute('autocomplete')).toBe('current-password');
        await press(widget, 'Show password');
        expect(await password.getAttribute('type')).toBe('text');
        await page.keyboard.press('Escape');
        await soon(
          async () => (await heard(page)).slice(-2),
          (value) => expect(value).toEqual(['CLOSE', 'onClose']),
        );
      }),
    );

    test.for([
      ['a tap as soon as the button exists', 'tap'],
      ['a key press as soon as the button has the focus', 'key'],
    ] as const)('the button ’Agree and continue’ accepts %s, and no warning appears', ([, by]) =>
      inPage(
        async (page) => {
          await page.goto(stage().hostUrl());
          await initWidget(page, await stage().newToken());
          const widget = widgetIn(page);
          const button = widget.getByRole('button', { name: 'Agree and continue' });
          await button.waitFor();
          // Records in a data attribute whether a warning was ever shown.
          await widget.locator('body').evaluate((body) => {
            const watcher = new MutationObserver(() => {
              if (document.querySelector('.notice-warn') !== null) body.dataset['alarmed'] = 'true';
            });
            watcher.observe(body, { childList: true, subtree: true });
          });
          if (by === 'key') {
            await button.focus();
            await page.keyboard.press('Enter');
          } else {
            await button.evaluate((element) => element.scrollIntoView());
            await button.dispatchEvent('click', { detail: 1 });
          }
          await onScreen(widget, 'Where do you work?');
          expect(await widget.locator('body').getAttribute('data-alarmed')).toBeNull();
        },
        // The smallest viewport, with animated screen transitions.
        { viewport: { width: 320, height: 568 }, reducedMotion: 'no-preference' },
      )(),
    );
  });
}

/** Returns the label or text of the focused element inside the frame. */
async function focused(page: Page): Promise<string> {
  const [, frame] = page.frames();
  const active = await frame?.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
    return (label ?? '').trim();
  });
  return active ?? '';
}

/** Presses Tab until the button has the focus. */
async function focusOn(page: Page, widget: Widget, name: string): Promise<void> {
  await widget.getByRole('button', { name, exact: true }).waitFor();
  for (let tabs = 0; tabs < 20 && (await focused(page)) !== name; tabs++) await page.keyboard.press('Tab');
  expect(await focused(page)).toBe(name);
}
