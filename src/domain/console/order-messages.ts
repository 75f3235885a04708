// The messages of an order as the console shows them.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { MESSAGE_CHANNELS, MESSAGE_STATES, ORDER_MESSAGE_KINDS } from '#domain/orders/order-messages.ts';

const OrderMessage = shape('ConsoleOrderMessage', 'A mail or text message about an order, as it was written.', {
  id: Id,
  kind: choice(ORDER_MESSAGE_KINDS),
  channel: choice(MESSAGE_CHANNELS),
  to: Type.String({ description: 'The address of the recipient. It is masked unless it was revealed.' }),
  from_name: nullable(Type.String()),
  subject: nullable(Type.String()),
  text: Type.String(),
  has_page: Type.Boolean({ description: 'Whether the message also has an HTML page.' }),
  created_at: Timestamp,
  sent_at: nullable(Timestamp),
  state: choice(MESSAGE_STATES),
});

export const OrderMessagesAnswer = shape('ConsoleOrderMessages', 'The messages of an order, oldest first.', {
  is_erased: Type.Boolean({ description: 'True if the person was erased, and the messages with the person.' }),
  has_more: Type.Boolean(),
  results: Type.Array(OrderMessage),
});
export type OrderMessagesAnswer = Static<typeof OrderMessagesAnswer>;
