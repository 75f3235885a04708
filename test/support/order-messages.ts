// Orders of an invented person, for tests of e-mails and text messages.
import { newId } from '#base/ids.ts';
import { type NewTemplate, newTemplate, type TemplateSettings } from '#domain/access/templates.ts';
import type { OrderMessageFacts } from '#domain/orders/order-messages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { TestHouse } from './house.ts';

export const orderFacts = (facts: Partial<OrderMessageFacts> = {}): OrderMessageFacts => ({
  order_id: '5f0e1c7a9b3d4e2f8a6b5c4d3e2f1a0b',
  user_id: '24d7a5c0f61b4f0c9a3ce1b2d4f60718',
  template: null,
  client_name: 'Acme Lending',
  first_name: 'Jane',
  last_name: 'Roe',
  email: 'jane.roe@example.com',
  phone: '+14155550134',
  custom_field: 'Loan 4711',
  short_share_url: 'https://verify.example/s/k3v9q2xw7m',
  share_key: '9c0f61b4f0c9a3ce1b2d4f6071824d7a',
  expires_at: new Date('2026-03-04T12:00:00Z'),
  status: 'completed',
  order_number: 'L-100',
  manager: { email: 'manager@acme.example' },
  cc_emails: [],
  ...facts,
});

/** Template settings in which only the given fields are set. */
export const settingsWith = (settings: Omit<NewTemplate, 'name'>): TemplateSettings =>
  newTemplate({ name: 'Sample', ...settings }, 'b3d4e2f8a6b5c4d3e2f1a0b5f0e1c7a9', new Date('2026-03-01T12:00:00Z'))
    .settings;

export type WrittenOrder = { order_id: string; share_key: string };

/** Inserts an order row with only the fields that messages use. */
export async function insertOrder(house: TestHouse, scope: Scope, user_id: string): Promise<WrittenOrder> {
  const [order_id, share_key] = [newId(), newId()];
  await house.database.scoped(SYSTEM).query(
    `insert into orders (client_id, environment, id, user_id, order_group_id, products, status, source, client_name,
       refresh_approved, suppress_user_notifications, first_notification_delay_hours, sealed, share_key_hash,
       short_key_hash, token_sealed, token_expires_at, created_at, updated_at, expires_at)
     values ($1, $2, $3, $4, $3, '{income}', 'pending', 'internal', 'Acme Lending', false, false, 0, '', $5, $6, '', $7, $7, $7, $7)`,
    [
      scope.client_id,
      scope.environment,
      order_id,
      user_id,
      house.vault.hash('share_key', share_key),
      house.vault.hash('short_key', share_key),
      house.clock.now(),
    ],
  );
  return { order_id, share_key };
}
