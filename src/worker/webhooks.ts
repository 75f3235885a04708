// Delivers events to the endpoints of all clients.

import { type Postman, startPostman } from '#services/events/webhook-postman.ts';
import type { House } from '#services/house.ts';

/** Starts the webhook sender. A new event in this or any other process wakes it through `event_bell`. */
export function startWebhooks(house: House): Postman {
  const postman = startPostman(house);
  house.event_bell.answer(() => postman.wake());
  return postman;
}
