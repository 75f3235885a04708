// Simulates a person's actions in the widget, and reads the callbacks that the embedding page receives.
import type { FrameLocator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { type HostKind, stage } from './stage.ts';

/** The widget, either in a frame or as a top-level page. */
export type Widget = Pick<FrameLocator, 'getByRole' | 'getByLabel' | 'getByText' | 'locator'>;

declare global {
  interface Window {
    calls: [string, ...unknown[]][];
    widgets: { open(): void; close(): void }[];
  }
}

export type Opening = {
  kind?: HostKind;
  options?: { companyMappingId?: string; isOrder?: boolean };
  is_inline?: boolean;
  is_left_closed?: boolean;
  /** Calls `init` and `open` twice in a row, before the widget can have loaded. */
  is_started_twice?: boolean;
  /** Calls `close` right after `open`, before the widget can have loaded. */
  is_closed_at_once?: boolean;
};

/** Opens the widget on a third-party page and records every callback in `window.calls`. */
export async function openWidget(page: Page, token: string, opening: Opening = {}): Promise<Widget> {
  await page.goto(stage().hostUrl(opening.kind));
  await initWidget(page, token, opening);
  return widgetIn(page);
}

/** Returns the frame of the widget. Other frames on the page are ignored. */
export const widgetIn = (page: Page): Widget => page.frameLocator('iframe[title="Vouch"]');

export async function initWidget(page: Page, token: string, opening: Opening = {}): Promise<void> {
  await page.evaluate(
    ([bridgeToken, { options, is_inline, is_left_closed, is_started_twice, is_closed_at_once }]) => {
      window.calls ??= [];
      window.widgets ??= [];
      const write =
        (name: string) =>
        (...given: unknown[]) =>
          void window.calls.push([name, ...given]);
      const container = document.getElementById('box') ?? document.body;
      for (let started = 0; started < (is_started_twice ? 2 : 1); started++) {
        const widget = window.VouchBridge?.init({
          bridgeToken,
          ...options,
          onLoad: write('onLoad'),
          onEvent: write('onEvent'),
          onSuccess: write('onSuccess'),
          onClose: write('onClose'),
          ...(is_inline && { position: { type: 'inline', container } }),
        });
        if (widget === undefined) throw new Error('the script is not there');
        window.widgets.push(widget);
        if (!is_left_closed) widget.open();
        if (is_closed_at_once) widget.close();
      }
    },
    [token, opening] as const,
  );
}

/**
 * Returns the callbacks that the page has received so far. A call of `onEvent` is listed as its event type or its view
 * name. A call of any other callback is listed as the callback's name and the type of its argument.
 */
export async function heardAll(page: Page): Promise<string[]> {
  const calls = await page.evaluate(() => window.calls);
  return calls.map(([name, first, second, third]) => {
    if (name !== 'onEvent') return first === undefined ? name : `${name} ${typeof first}`;
    const view = (second as { view_name?: string } | undefined)?.view_name;
    return `${view === undefined ? first : `VIEW ${view}`}${third === 'order' ? ' (order)' : ''}`;
  });
}

/**
 * Returns the same as `heardAll`, but without an ERROR at the beginning. A page receives an ERROR first if the frame
 * takes longer than ten seconds to load, which can happen on a busy machine.
 */
export async function heard(page: Page): Promise<string[]> {
  const all = await heardAll(page);
  return all[0] === 'ERROR' ? all.slice(1) : all;
}

/** Returns the payload of the last event of this type. */
export async function payloadOf(page: Page, type: string): Promise<Record<string, unknown> | undefined> {
  const calls = await page.evaluate(() => window.calls);
  return calls.findLast(([name, first]) => name === 'onEvent' && first === type)?.[2] as Record<string, unknown>;
}

/** Polls until the check passes. On timeout it throws the last check's error. */
export const soon = <T>(read: () => T | Promise<T>, check: (value: T) => void): Promise<void> =>
  vi.waitFor(async () => check(await read()), { timeout: 15_000, interval: 50 });

/** Waits for a screen by its title. On failure the error contains the text of the screen that was shown instead. */
export async function onScreen(widget: Widget, title: string | RegExp): Promise<void> {
  try {
    await widget.getByRole('heading', { level: 1, name: title }).waitFor();
  } catch (cause) {
    const shown = await widget
      .locator('body')
      .innerText({ timeout: 1_000 })
      .catch(() => 'nothing');
    throw new Error(`waited for the screen ${title}, and saw:\n${shown}`, { cause });
  }
}

/** Clicks a button once. For buttons with clickjacking protection use `pressMeant`. */
export async function press(widget: Widget, name: string | RegExp): Promise<void> {
  const button = widget.getByRole('button', { name, exact: typeof name === 'string' });
  await button.click();
}

export async function agree(widget: Widget): Promise<void> {
  await onScreen(widget, /would like to (?:verify|change)|desea (?:verificar|cambiar)/);
  await pressMeant(widget, /^Agree and continue|^Aceptar y continuar/);
}

/**
 * Clicks the button until a press is accepted. A press on a button in a frame is accepted only if the button was
 * visible for a moment before the press.
 */
export async function pressMeant(widget: Widget, name: string | RegExp): Promise<void> {
  const button = widget.getByRole('button', { name });
  await button.waitFor();
  const title = (await widget.locator('h1').textContent()) ?? '';
  await vi.waitFor(
    async () => {
      // Clicks again only if the last click was not accepted and the request that the click sent has ended.
      const is_idle = (await button.count()) === 1 && (await button.getAttribute('aria-busy')) === 'false';
      if (is_idle) await button.click({ timeout: 10_000 });
      await widget.locator('h1', { hasNotText: title }).waitFor({ timeout: 1_000 });
    },
    { timeout: 60_000, interval: 1 },
  );
}

export async function chooseEmployer(widget: Widget, typed = 'hoem depo', name = 'Home Depot'): Promise<void> {
  await onScreen(widget, 'Where do you work?');
  await widget.getByLabel('Employer name').fill(typed);
  await widget.getByRole('button', { name, exact: true }).click();
}

export async function signIn(widget: Widget, username = 'goodlogin', password = 'goodpassword'): Promise<void> {
  await widget.getByLabel('User name, email or phone').fill(username);
  await widget.getByLabel('Password', { exact: true }).fill(password);
  await widget.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const succeeded = (widget: Widget): Promise<void> => onScreen(widget, 'You’re all set');

/** The callbacks a page receives for one successful connection, from loading to the success screen. */
export const TOKEN_FLOW = [
  'onLoad',
  'LOAD',
  'OPEN',
  'VIEW SELECT_EMPLOYER',
  'EMPLOYER_SELECTED',
  'VIEW PROVIDER_LOGIN',
  'LINK_CREATED',
  'LOGIN_COMPLETE',
  'SUCCESS',
  'VIEW SUCCESS',
];
