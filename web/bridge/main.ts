// The script on the embedding page: defines `VouchBridge`, and further globals if the operator has set some. It has no
// dependencies, changes nothing else on the page, and works under any content security policy that lets it load.
import type { VouchBridge } from './bridge.d.ts';
import { createWidget } from './widget.ts';

/** The server adds the definition of this constant to the script when it sends the script. */
declare const VOUCH_BRIDGE: { public_url: string; widget_url: string | null; globals: readonly string[] };

/**
 * Returns the URL from which the frame is loaded. If the operator has set a URL for the widget, returns that URL.
 * Otherwise derives the URL from the URL of this script or, if the script's URL is unknown, returns the public URL.
 */
function baseUrl(): string {
  if (VOUCH_BRIDGE.widget_url !== null) return VOUCH_BRIDGE.widget_url;
  const script = document.currentScript;
  return script instanceof HTMLScriptElement && /\/bridge\.js(?:[?#]|$)/.test(script.src)
    ? script.src.replace(/\/bridge\.js(?:[?#].*)?$/, '')
    : VOUCH_BRIDGE.public_url;
}

function define(): void {
  const base_url = baseUrl();
  // If the script is loaded twice, the first instance remains in use, because open widgets belong to it.
  const bridge: VouchBridge =
    window.VouchBridge ?? Object.freeze({ init: (options) => createWidget(base_url, options) });
  for (const name of ['VouchBridge', ...VOUCH_BRIDGE.globals]) {
    if (!Object.hasOwn(window, name)) Reflect.set(window, name, bridge);
  }
}

define();
