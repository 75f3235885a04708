// Protection against clickjacking. A mouse press on a button is accepted on honest pages. It is rejected on hostile
// pages, where the person does not see what they press. A key press is accepted on all pages.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { initWidget, onScreen, soon, type Widget, widgetIn } from './acting.ts';
import { faultsOf } from './axe.ts';
import {
  BAR_ON_ANOTHER_SITE,
  documentOf,
  HONEST,
  HOSTILE,
  type HonestPage,
  type HostPage,
  SCALED,
} from './covered-pages.ts';
import { DESKTOP, inPage, PATIENT, stage } from './stage.ts';

const EXPLANATION = 'Your browser cannot tell whether something is covering this window.';

export function describeCovered(): void {
  const on = (act: (page: Page) => Promise<void>) => inPage(act, { viewport: DESKTOP })();

  describe.concurrent('a press on a button', PATIENT, () => {
    const REPORTED = { 1: [], 2: ['doubted', 'confirmed'] };

    test.for(HONEST)('on an honest page ($name), mouse press number $presses is accepted', (honest) =>
      on(async (page) => {
        const { widget, reported } = await openConsent(page, honest);
        await pressByMouse(page, widget, honest);
        await onScreen(widget, 'Where do you work?');
        await soon(reported, (outcomes) => expect(outcomes).toEqual(REPORTED[honest.presses]));
      }),
    );

    test(`on an honest page (${BAR_ON_ANOTHER_SITE.name}), mouse press number 2 is accepted`, () =>
      on(async (page) => {
        const { widget, reported } = await openConsent(page, BAR_ON_ANOTHER_SITE, 'another site');
        await pressByMouse(page, widget, BAR_ON_ANOTHER_SITE);
        await onScreen(widget, 'Where do you work?');
        await soon(reported, (outcomes) => expect(outcomes).toEqual(REPORTED[2]));
      }));

    test.for([...HONEST.slice(0, 2), ...HOSTILE.slice(0, 2)])(
      'on any page, honest or hostile ($name), a key press is accepted at once',
      (any) =>
        on(async (page) => {
          const { widget, reported } = await openConsent(page, any);
          await agreeButton(widget).focus();
          await page.keyboard.press('Enter');
          await onScreen(widget, 'Where do you work?');
          // The widget reports the outcome `by_key` for a key press. It reports no outcome if the browser has not
          // checked the button's visibility yet.
          expect(reported().filter((outcome) => outcome !== 'by_key')).toEqual([]);
        }),
    );
  });

  test.for([440, 320])('the explanation of a refused press is accessible in a frame %i pixels wide', PATIENT, (width) =>
    on(async (page) => {
      const { widget } = await openConsent(page, { ...SCALED, css: `${SCALED.css} #box { width: ${width}px }` });
      await pressUntil(widget.getByText(EXPLANATION), () => agreeButton(widget).click());
      expect(await faultsOf(page)).toEqual([]);
    }),
  );

  describe.concurrent('on a hostile page a mouse press is refused, reported and explained', PATIENT, () => {
    test.for(HOSTILE)('$name', (hostile) =>
      on(async (page) => {
        const { widget, reported } = await openConsent(page, hostile);
        const consents: string[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/consent/')) consents.push(request.url());
        });
        const { x, y } = await middleOf(widget);
        await pressUntil(widget.getByText(EXPLANATION), () => page.mouse.dblclick(x, y));
        await soon(reported, (outcomes) => expect(outcomes).toEqual(['doubted']));
        expect(consents).toEqual([]);
        await onScreen(widget, /would like to verify/);
      }),
    );
  });
}

/**
 * Presses the button once. If `presses` is 2, the function then presses again until a press is accepted. Several
 * presses may be needed, because a press that follows too soon, as in a double click, is not accepted as a
 * confirmation.
 */
async function pressByMouse(page: Page, widget: Widget, { presses }: HonestPage): Promise<void> {
  const sign = presses === 1 ? widget.getByLabel('Employer name') : widget.getByText(EXPLANATION);
  await pressUntil(sign, () => pressWhereItIs(page, widget));
  if (presses === 1) return;
  await soon(
    async () => {
      if ((await agreeButton(widget).count()) > 0) await pressWhereItIs(page, widget);
      await widget.getByLabel('Employer name').waitFor({ timeout: 1_000 });
    },
    () => undefined,
  );
}

/**
 * The wait before the first press. Without this wait, the press would be lost, because Chromium drops presses on a
 * frame that moved or became visible less than half a second ago.
 */
const WITHHELD_MS = 700;
/**
 * The maximum wait for the widget's reaction to a press. After this time the test presses again. If the first press had
 * reached the widget, the widget would treat the second press as a confirmation. So the wait is far longer than a
 * reaction takes.
 */
const ANSWERED_MS_MAX = 8_000;

/**
 * Calls `press` until the element `sign` appears, but at most three times. One call is not enough, because the browser
 * may drop a press.
 */
async function pressUntil(sign: Locator, press: () => Promise<void>): Promise<void> {
  for (let presses = 1; ; presses++) {
    await press();
    try {
      return await sign.waitFor({ timeout: ANSWERED_MS_MAX });
    } catch (error) {
      if (presses === 3) throw error;
    }
  }
}

/**
 * Opens the consent screen on the host page. For each press on a covered control, the widget reports an outcome to the
 * server. `reported` returns the outcomes that the server accepted.
 */
async function openConsent(page: Page, host: HostPage, site?: 'another site') {
  const outcomes: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/widget/api/events/') || response.status() !== 204) return;
    const { events } = response.request().postDataJSON();
    for (const { type, payload } of events) if (type === 'COVERED') outcomes.push(payload.outcome);
  });
  await page.goto(stage().servePage(documentOf(host, `${stage().url}/bridge.js`), site));
  await initWidget(page, await stage().newToken(), { is_inline: true });
  const widget = widgetIn(page);
  await agreeButton(widget).waitFor();
  await page.waitForTimeout(WITHHELD_MS);
  return { widget, reported: () => outcomes };
}

const agreeButton = (widget: Widget) => widget.getByRole('button', { name: 'Agree and continue' });

async function middleOf(widget: Widget): Promise<{ x: number; y: number }> {
  const box = await agreeButton(widget).boundingBox();
  if (box === null) throw new Error('the button has no box');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks without Playwright's own check for covering elements, because the widget must detect them itself. */
async function pressWhereItIs(page: Page, widget: Widget): Promise<void> {
  const { x, y } = await middleOf(widget);
  await page.mouse.click(x, y);
}
