// The widget in a frame on a client's page. It waits until the script that created the frame sends `open`, and ignores
// messages from any other sender.
import { render } from 'preact';
import { isToFrame, type Peer, receive, send, type ToFrame, type ToHost } from '../shared/protocol.ts';
import { openServer } from '../shared/server.ts';
import { App } from './app.tsx';
import type { Channel } from './channel.ts';
import { browserMemory } from './memory.ts';
import { createRuntime, type Runtime } from './runtime.ts';

/** The page that created the frame, as given in the URL's fragment, which is not sent to any server. */
function findPeer(): Peer | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const nonce = given.get('nonce') ?? '';
  const origin = given.get('origin') ?? '';
  const is_framed = window.parent !== window;
  if (!is_framed || !/^[0-9a-f]{32}$/.test(nonce) || !/^https?:\/\/[^/]+$/.test(origin)) return undefined;
  return { window: () => window.parent, origin, nonce };
}

function start(peer: Peer): void {
  const root = document.getElementById('root');
  if (root === null) return;
  let runtime: Runtime | undefined;
  const sendToHost = (message: ToHost): void => send<ToHost>(peer, message);
  const channel: Channel = {
    emit: (event, settles) => sendToHost({ type: 'event', event, settles }),
    succeed: (success) =>
      sendToHost({ type: 'success', public_token: success?.public_token ?? null, metadata: success?.metadata ?? null }),
    close: () => sendToHost({ type: 'close' }),
  };

  const open = ({ bridge_token, company_mapping_id, settled }: Extract<ToFrame, { type: 'open' }>): void => {
    if (runtime !== undefined) return;
    const { api, trouble } = openServer({ token: () => bridge_token, page_origin: peer.origin });
    const setting = { bridge_token, company_mapping_id, is_page: false };
    runtime = createRuntime({ setting, settled, api, channel, memory: browserMemory() });
    render(<App runtime={runtime} api={api} trouble={trouble} />, root);
    void runtime.open();
  };

  addEventListener('message', (event) => {
    const message = receive(peer, isToFrame, event);
    if (message?.type === 'open') open(message);
    if (message?.type === 'leave') runtime?.dispatch({ type: 'later' });
    if (message?.type === 'close') {
      runtime?.leave();
      sendToHost({ type: 'closed' });
    }
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) runtime?.dispatch({ type: 'later' });
  });
  sendToHost({ type: 'ready' });
}

const peer = findPeer();
if (peer !== undefined) start(peer);
