// The steps of the demo: an order, the widget, the events, the report.
import type { VouchBridgeOptions } from '../bridge/bridge.d.ts';
import { isGiven } from '../shared/shapes.ts';
import { type Call, type Caller, type Credentials, openCaller } from './calls.ts';

export type Order = {
  id: string;
  status: string;
  bridge_token: string;
  share_url: string;
  employers: { link_id: string | null; status: string }[];
};
export type LoggedEvent = { cursor: string; event_type: string; created_at: string; payload: Record<string, unknown> };
export type Story = {
  is_known: boolean;
  fault: string | null;
  order: Order | null;
  calls: readonly Call[];
  /** The callbacks that the widget has called, as text, in order. */
  heard: readonly string[];
  events: readonly LoggedEvent[];
  report: Report | null;
};
export type Report = { link_id: string; employments: Employment[] };
export type Employment = {
  company: { name: string | null };
  job_title: string | null;
  income: string | null;
  income_unit: string | null;
  pay_frequency: string | null;
  start_date: string | null;
};

export const BEGINNING: Story = {
  is_known: false,
  fault: null,
  order: null,
  calls: [],
  heard: [],
  events: [],
  report: null,
};

export type Teller = {
  signIn(credentials: Credentials): Promise<void>;
  createOrder(order: object): Promise<void>;
  openWidget(): void;
};

const LOOK_AFTER_MS = 1_500;
const FINAL = new Set(['completed', 'error', 'no_data', 'expired', 'skipped', 'canceled']);

export function openTeller(server_url: string, change: (to: (before: Story) => Story) => void): Teller {
  let call: Caller | undefined;
  let order: Order | undefined;
  const set = (changes: Partial<Story>): void => change((before) => ({ ...before, ...changes }));
  const onCall = (made: Call): void => change((before) => ({ ...before, calls: [...before.calls, made] }));

  /** Polls for events until the order is finished, then loads the report. */
  const follow = async (followed: Order): Promise<void> => {
    let after = '';
    for (let is_over = false; !is_over && call !== undefined; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AFTER_MS));
      // The demo repeats this call to poll for events. The page shows only the first of these requests.
      const path = `/v1/events/?order_id=${followed.id}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`;
      const { answer } = await (after === '' ? call : quiet)('What has happened so far', 'GET', path);
      // A new order may have been created while this order was polled. The page then shows only the new order.
      if (order !== followed) return;
      const { next_cursor, results } = answer as { next_cursor: string | null; results: LoggedEvent[] };
      after = next_cursor ?? after;
      change((before) => ({ ...before, events: [...before.events, ...results] }));
      is_over = results.some(({ event_type }) => event_type === 'order-finalized');
    }
    await read(followed);
  };

  const read = async ({ id }: Order): Promise<void> => {
    if (call === undefined) return;
    const { answer } = await call('The order with its data', 'GET', `/v1/orders/${id}/`);
    const found = answer as Order;
    set({ order: found });
    const link_id = found.employers.find((employer) => employer.link_id !== null)?.link_id;
    if (!isGiven(link_id)) return;
    const { answer: report, status } = await call('The income report', 'GET', `/v1/links/${link_id}/income/report/`);
    if (status === 200) set({ report: { ...(report as Report), link_id } });
  };

  let quiet: Caller = async () => {
    throw new Error('not signed in');
  };

  return {
    async signIn(credentials) {
      call = openCaller(server_url, credentials, onCall);
      quiet = openCaller(server_url, credentials, () => undefined);
      const { status } = await call('Does the key work?', 'GET', '/v1/users/?page_size=1');
      set(status === 200 ? { is_known: true, fault: null } : { fault: 'The server does not recognize this key.' });
    },
    async createOrder(body) {
      if (call === undefined) return;
      const { status, answer } = await call('Create an order', 'POST', '/v1/orders/', body);
      if (status !== 201) return set({ fault: 'The order was rejected; the call below shows why.' });
      order = answer as Order;
      set({ order, fault: null, heard: [], events: [], report: null });
      void follow(order);
    },
    openWidget() {
      if (order === undefined) return;
      const hear = (text: string): void => change((before) => ({ ...before, heard: [...before.heard, text] }));
      const options: VouchBridgeOptions = {
        bridgeToken: order.bridge_token,
        onLoad: () => hear('onLoad()'),
        onEvent: (type, payload, source) => hear(`onEvent('${type}', ${JSON.stringify(payload)}, '${source}')`),
        onSuccess: (...success) => hear(`onSuccess(${success.map((value) => JSON.stringify(value)).join(', ')})`),
        onClose: () => hear('onClose()'),
      };
      window.VouchBridge?.init(options).open();
    },
  };
}

export const isOver = ({ status }: Order): boolean => FINAL.has(status);
