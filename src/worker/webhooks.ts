// Delivers events to the endpoints of all clients.

import { startWebhookSender, type WebhookSender } from '#services/events/webhook-sender.ts';
import type { House } from '#services/house.ts';

/** Starts the webhook sender. A new event in this or any other process wakes it through `event_signal`. */
export function startWebhooks(house: House): WebhookSender {
  const sender = startWebhookSender(house);
  house.event_signal.listen(() => sender.wake());
  return sender;
}
