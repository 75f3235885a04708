// The script on somebody else's page: defines `VouchBridge`, and further names where the operator has set some. It
// depends on nothing, keeps its hands off the page, and works under any content security policy that lets it load.
import type { VouchBridge } from './bridge.d.ts';
import { createWidget } from './widget.ts';

/** Wrapped around this script by the server that sends it. */
declare const VOUCH_BRIDGE: { public_url: string; widget_url: string | null; globals: readonly string[] };

/** The frame comes from where the operator says, otherwise from where the script came from. */
function baseUrl(): string {
  if (VOUCH_BRIDGE.widget_url !== null) return VOUCH_BRIDGE.widget_url;
  const script = document.currentScript;
  return script instanceof HTMLScriptElement && /\/bridge\.js(?:[?#]|$)/.test(script.src)
    ? script.src.replace(/\/bridge\.js(?:[?#].*)?$/, '')
    : VOUCH_BRIDGE.public_url;
}

function define(): void {
  const base_url = baseUrl();
  // Loaded a second time, the first one stays: widgets that are open belong to it.
  const bridge: VouchBridge =
    window.VouchBridge ?? Object.freeze({ init: (options) => createWidget(base_url, options) });
  for (const name of ['VouchBridge', ...VOUCH_BRIDGE.globals]) {
    if (!Object.hasOwn(window, name)) Reflect.set(window, name, bridge);
  }
}

define();
