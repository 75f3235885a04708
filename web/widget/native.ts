// Messages between the mobile page and the native app around it, in both directions.
import type { ErrorCode, Metadata, WidgetEvent } from '../shared/events.ts';
import type { Channel } from './channel.ts';

/** On Android the app injects this object into the page. Its methods take JSON. */
type AndroidObject = {
  onSuccess?(json: string): void;
  onEvent?(json: string): void;
  onClose?(): void;
  onLoad?(): void;
  onError?(): void;
};
/** On iOS the app registers this message handler. */
type IosHandler = { postMessage(message: { event: string; payload: unknown; source: string }): void };

declare global {
  interface Window {
    vouchInterface?: AndroidObject;
    webkit?: { messageHandlers?: { vouch?: IosHandler } };
    bridge?: NativeBridge;
  }
}

/** Functions that the native app calls on the page. */
export type NativeBridge = {
  back(): void;
  onExternalLoginSuccess(result?: unknown): void;
  onExternalLoginCancel(): void;
};

export type Native = Channel & { onLoad(): void; onError(): void };

type NativeParts = {
  android(): AndroidObject | undefined;
  ios(): IosHandler | undefined;
  /** Whether providers' pages are opened by the native app itself and not by the widget. */
  has_external_login: boolean;
  callback_url: string;
  common(): { bridge_token: string; product_type: string | null };
};

/**
 * Error codes that some native apps do not support, because an app has a fixed list of codes. The widget replaces these
 * codes with `ERROR`, so that such an app does not break.
 */
const UNKNOWN_OUTSIDE: ReadonlySet<ErrorCode> = new Set(['NO_DATA', 'LINK_EXISTS']);
const NO_SUCCESS = { public_token: '', metadata: { task_id: '', employer: { name: '' } } };

export function openNative({ android, ios, has_external_login, callback_url, common }: NativeParts): Native {
  const say = (event: string, payload: unknown, source = 'bridge'): void =>
    attempt(() => ios()?.postMessage({ event, payload, source }));
  const emit = (event: WidgetEvent): void => {
    const { type, payload, source } = forNative(event);
    attempt(() => android()?.onEvent?.(JSON.stringify({ event_type: type, payload })));
    say('onEvent', { event_type: type, payload }, source);
  };
  return {
    emit,
    succeed(success: { public_token: string; metadata: Metadata } | null) {
      // The JSON contains all keys, even for an order, although an order has no public token.
      const json = success ?? NO_SUCCESS;
      attempt(() => android()?.onSuccess?.(JSON.stringify(json)));
      say('onSuccess', json, success === null ? 'order' : 'bridge');
    },
    close() {
      emit({ type: 'CLOSE', payload: common(), source: 'bridge' });
      attempt(() => android()?.onClose?.());
      say('onClose', null);
    },
    onLoad() {
      attempt(() => android()?.onLoad?.());
      say('onLoad', null);
      emit({ type: 'LOAD', payload: undefined, source: 'bridge' });
    },
    onError: () => attempt(() => android()?.onError?.()),
    ...(has_external_login && { visit: (url: string) => emit(externalLogin(url, callback_url)) }),
  };
}

const externalLogin = (url: string, callback_url: string): WidgetEvent => ({
  type: 'START_EXTERNAL_LOGIN',
  payload: {
    url,
    external_login_type: 'oauth',
    // The provider's page redirects to our callback page; reaching that page means that the login is complete.
    is_logged_in: { selector: 'main', script_url: null },
    script: { url: null, callback_url, callback_method: 'GET', callback_headers: {} },
  },
  source: 'bridge',
});

function forNative(event: WidgetEvent): WidgetEvent {
  if (event.type !== 'ERROR' || !UNKNOWN_OUTSIDE.has(event.payload.error.error_code)) return event;
  const error = { ...event.payload.error, error_code: 'ERROR' as const };
  return { ...event, payload: { ...event.payload, error } };
}

/** Calls the native app's code. If that code throws an exception, the widget continues. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    // oxlint-disable-next-line no-console -- The app's developers look there, and nowhere else.
    console.error('Vouch: the native app failed', error);
  }
}
