// Delivers events to the endpoints of all clients.

import { type Postman, startPostman } from '#services/events/webhook-postman.ts';
import type { House } from '#services/house.ts';

/** Woken by the bell, wherever it is rung. */
export function startWebhooks(house: House): Postman {
  const postman = startPostman(house);
  house.event_bell.answer(() => postman.wake());
  return postman;
}
