// The widget as a standalone page, shown in the web view of a native app.
import { render } from 'preact';
import { openServer, SERVER_URL } from '../shared/server.ts';
import { App } from './app.tsx';
import { aimOf, canGoBack } from './machine/moves.ts';
import { browserMemory } from './memory.ts';
import { openNative } from './native.ts';
import { createRuntime } from './runtime.ts';

/**
 * Apps pass the token in the query. The token is moved to the fragment immediately, so that no further request from the
 * page contains the token in its URL or its Referer header. In the fragment the token is still available after a
 * reload.
 */
function takeQuery(): URLSearchParams {
  const given = new URLSearchParams(location.search === '' ? location.hash.slice(1) : location.search);
  if (location.search !== '') history.replaceState(null, '', `${location.pathname}#${given}`);
  return given;
}

function start(root: HTMLElement): void {
  const given = takeQuery();
  const bridge_token = given.get('bridge_token') ?? '';
  const features = (given.get('external_features') ?? '').split(',');
  const { api, trouble } = openServer({ token: () => bridge_token });
  const native = openNative({
    android: () => window.vouchInterface,
    ios: () => window.webkit?.messageHandlers?.vouch,
    has_external_login: features.includes('external_app_login'),
    callback_url: `${SERVER_URL}oauth/callback/`,
    common: () => ({ bridge_token, product_type: aimOf(runtime.state())?.product_type ?? null }),
  });
  const setting = { bridge_token, company_mapping_id: null, is_page: false };
  const runtime = createRuntime({ setting, settled: [], api, channel: native, memory: browserMemory() });
  window.bridge = {
    back: () => runtime.dispatch({ type: canGoBack(runtime.state()) ? 'back' : 'later' }),
    // The widget polls the server for the login's result, so this callback has nothing to do.
    onExternalLoginSuccess: () => undefined,
    onExternalLoginCancel: () => runtime.dispatch({ type: 'back' }),
  };
  native.onLoad();
  render(<App runtime={runtime} api={api} trouble={trouble} />, root);
  void open();

  async function open(): Promise<void> {
    await runtime.open();
    if (runtime.state().screen.name === 'refused') native.onError();
  }
}

const root = document.getElementById('root');
if (root !== null) start(root);
