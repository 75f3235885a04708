// One widget on a page: its frame, the messages to and from the frame, and the calls to the page's callbacks, in order.
import type { WidgetEvent } from '../shared/events.ts';
import { isToHost, type Peer, receive, send, type ToFrame, type ToHost } from '../shared/protocol.ts';
import type { VouchBridgeHandle, VouchBridgeOptions } from './bridge.d.ts';
import { type Stage, setUp } from './stage.ts';

/** How long a closing frame may send its last reports before it is removed. */
const FAREWELL_MS = 2_000;
/** After this time the load is treated as failed. If the frame loads later, the frame is still shown. */
const LOAD_MS = 10_000;
/**
 * How long a frame may be silent after its load event. After this time the load is treated as failed, because a frame
 * that failed to load our page never sends a message.
 */
const SILENCE_MS = 1_000;
const SETTLED_MAX = 100;

type Mounted = {
  stage: Stage;
  peer: Peer;
  state: 'loading' | 'ready' | 'failed';
  /**
   * Sets a time limit: the load fails if the frame is not ready within this time. If several time limits are set, the
   * earliest deadline applies.
   */
  limit(within_ms: number): void;
  reload(): void;
  unmount(): void;
};

/** The widget in each container. A second widget in the same container replaces the first. */
const tenants = new WeakMap<HTMLElement, () => void>();

export function createWidget(base_url: string, options: VouchBridgeOptions): VouchBridgeHandle {
  const { bridgeToken: bridge_token, companyMappingId, position = { type: 'dialog' } } = checked(options);
  const settled: string[] = [];
  let mounted: Mounted | undefined;
  let is_open = false;
  let is_loaded = false;
  let product_type: string | null = null;

  const emit = ({ type, payload, source }: WidgetEvent): void => {
    // Each event type has its own type of payload, but TypeScript cannot infer that from the union type.
    const event = [type, payload, source] as Parameters<NonNullable<VouchBridgeOptions['onEvent']>>;
    call(options.onEvent, ...event);
  };

  const sendOpen = ({ peer }: Mounted): void =>
    send<ToFrame>(peer, { type: 'open', bridge_token, company_mapping_id: companyMappingId ?? null, settled });

  const mount = (): Mounted => {
    const origin = new URL(base_url).origin;
    const nonce = newNonce();
    const address = `${base_url}/widget/#${new URLSearchParams({ nonce, origin: location.origin })}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due_ms = Number.POSITIVE_INFINITY;
    const stage = setUp(address, position, {
      onLoaded: () => fresh.limit(SILENCE_MS),
      onLeave: () => leave(fresh),
      onGone: () => mounted === fresh && end(),
      onRetry: () => fresh.reload(),
    });
    const peer: Peer = { window: () => stage.frame().contentWindow, origin, nonce };
    const hear = (event: MessageEvent<unknown>): void => {
      const message = receive(peer, isToHost, event);
      if (message !== undefined) onMessage(fresh, message);
    };
    const watch = new MutationObserver(() => {
      // The page has removed the widget from the document.
      if (!stage.frame().isConnected) end();
    });
    const fresh: Mounted = {
      stage,
      peer,
      state: 'loading',
      limit(within_ms) {
        const now_ms = performance.now();
        if (now_ms + within_ms >= due_ms) return;
        due_ms = now_ms + within_ms;
        clearTimeout(timer);
        timer = setTimeout(() => fresh.state === 'loading' && onFailure(fresh), within_ms);
      },
      reload() {
        fresh.state = 'loading';
        due_ms = Number.POSITIVE_INFINITY;
        stage.reload();
        fresh.limit(LOAD_MS);
      },
      unmount() {
        clearTimeout(timer);
        removeEventListener('message', hear);
        watch.disconnect();
        stage.remove();
      },
    };
    addEventListener('message', hear);
    watch.observe(document.documentElement, { childList: true, subtree: true });
    if (position.type === 'inline') {
      tenants.get(position.container)?.();
      tenants.set(position.container, () => mounted === fresh && giveWay());
    }
    return fresh;
  };

  const onMessage = (from: Mounted, message: ToHost): void => {
    if (message.type === 'ready') return onReady(from);
    if (message.type === 'closed') return from.unmount();
    if (!is_open || from !== mounted) return;
    if (message.type === 'close') return finish(false);
    if (message.type === 'success') {
      const { public_token, metadata } = message;
      if (public_token === null || metadata === null) call(options.onSuccess);
      else call(options.onSuccess, public_token, metadata);
      return;
    }
    if (message.settles !== null)
      settled.splice(0, settled.length, ...[...settled, message.settles].slice(-SETTLED_MAX));
    const { payload } = message.event;
    if (payload !== undefined && 'product_type' in payload) product_type = payload.product_type;
    emit(message.event);
  };

  const onReady = (from: Mounted): void => {
    from.state = 'ready';
    from.stage.showFrame();
    if (!is_loaded) {
      is_loaded = true;
      call(options.onLoad);
      emit({ type: 'LOAD', payload: undefined, source: 'bridge' });
    }
    if (is_open && from === mounted) sendOpen(from);
  };

  /** Reports a failed load only if the widget is open; a failed preload is retried when the widget is opened. */
  const onFailure = (from: Mounted): void => {
    from.state = 'failed';
    if (!is_open || from !== mounted) return;
    from.stage.showFailure();
    const error_message = `The widget could not be loaded from ${base_url}/widget/`;
    const error = { error_type: 'LINK_ERROR', error_code: 'ERROR', error_message } as const;
    emit({ type: 'ERROR', payload: { bridge_token, product_type, error }, source: 'bridge' });
  };

  /**
   * Called when the applicant closes the widget from outside the frame. If the frame is ready, the frame decides how
   * the widget closes, but the widget closes after `FAREWELL_MS` at the latest. If the frame is not ready, the widget
   * closes immediately.
   */
  const leave = (from: Mounted): void => {
    if (from.state !== 'ready') return end();
    send<ToFrame>(from.peer, { type: 'leave' });
    setTimeout(() => mounted === from && end(), FAREWELL_MS);
  };

  /**
   * Called when another widget replaces this widget in the container. If this widget has not loaded yet, it sends no
   * event, because nothing has happened in it.
   */
  const giveWay = (): void => {
    if (mounted?.state !== 'ready') is_open = false;
    end();
  };

  /**
   * Hides the widget. If the page closes the widget, the frame is kept until it has sent its last reports to the
   * server.
   */
  const finish = (is_by_page: boolean): void => {
    const leaving = mounted;
    mounted = undefined;
    is_open = false;
    leaving?.stage.hide();
    if (leaving !== undefined && is_by_page && leaving.state === 'ready' && leaving.stage.frame().isConnected) {
      send<ToFrame>(leaving.peer, { type: 'close' });
      setTimeout(leaving.unmount, FAREWELL_MS);
    } else leaving?.unmount();
    emit({ type: 'CLOSE', payload: { bridge_token, product_type }, source: 'bridge' });
    call(options.onClose);
  };

  function end(): void {
    if (is_open) return finish(true);
    mounted?.unmount();
    mounted = undefined;
  }

  const whenReady = (act: () => void): void => {
    if (document.body === null) document.addEventListener('DOMContentLoaded', act, { once: true });
    else act();
  };
  const isSupported = typeof HTMLDialogElement === 'function' && typeof Object.hasOwn === 'function';
  if (isSupported) whenReady(() => (mounted ??= mount()));

  return {
    open() {
      if (!isSupported) return emit({ type: 'UNSUPPORTED_BROWSER', payload: undefined, source: 'bridge' });
      if (is_open) return;
      is_open = true;
      whenReady(() => {
        if (!is_open) return;
        mounted ??= mount();
        if (mounted.state === 'failed') mounted.reload();
        mounted.stage.reveal();
        if (mounted.state === 'ready') sendOpen(mounted);
        else mounted.limit(LOAD_MS);
      });
    },
    close: end,
  };
}

function checked(options: VouchBridgeOptions): VouchBridgeOptions {
  const { bridgeToken, position } = options ?? {};
  if (typeof bridgeToken !== 'string' || bridgeToken === '') throw new TypeError('VouchBridge: bridgeToken is missing');
  if (position?.type === 'inline' && !(position.container instanceof HTMLElement)) {
    throw new TypeError('VouchBridge: position.container is not an element');
  }
  return options;
}

/**
 * Calls a callback of the embedding page. If the callback throws, the error is logged for the page's developers, and
 * the widget continues.
 */
function call<Arguments extends unknown[]>(callback: ((...given: Arguments) => void) | undefined, ...given: Arguments) {
  try {
    callback?.(...given);
  } catch (error) {
    // oxlint-disable-next-line no-console -- The page's developers look there, and nowhere else.
    console.error('VouchBridge: a callback failed', error);
  }
}

const newNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
