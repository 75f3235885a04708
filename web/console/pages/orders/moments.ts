// Describes the entries of an order's timeline in words, with the names of the employers and providers that the entries
// are about.
import type { EventType } from '#domain/events/events.ts';
import type { TimelineEvent } from '#domain/events/order-timeline.ts';
import { fill } from '../../../shared/words.ts';
import { inBoth, type Words, wordFor } from '../../words.ts';
import type { Order, Suborder } from './words.ts';

export type Happened = { at: string; kind: string; id: string; data: Record<string, unknown> };

export const MOMENT_WORDS = inBoth<TimelineEvent | EventType | 'invoice-created' | 'event' | 'attempt'>(
  {
    'order-created': 'Order created',
    'order-updated': 'Order changed',
    'employers-added': 'Employers added',
    'invitation-sent': 'Invitation sent',
    'reminder-sent': 'Reminder sent',
    'landing-opened': 'Applicant’s page opened',
    'consent-given': 'Consent given',
    'link-connected': 'Connected',
    'link-disconnected': 'Disconnected',
    'link-deleted': 'Link deleted',
    'task-status-updated': 'Status of a task',
    'suborder-status-updated': 'Status of a verification',
    'order-status-updated': 'Status of the order',
    'report-created': 'Report made',
    'document-reviewed': 'Document reviewed',
    'certification-completed': 'Data confirmed by the person',
    'order-refreshed': 'Refresh started',
    'order-refresh-failed': 'Refresh failed',
    'order-canceled': 'Order canceled',
    'order-expired': 'Order expired',
    'order-finalized': 'Order finished',
    'employment-created': 'Employment read',
    'employment-updated': 'Employment changed',
    'profile-created': 'Personal details read',
    'profile-updated': 'Personal details changed',
    'statements-created': 'Pay statements read',
    'statements-updated': 'Pay statements changed',
    'shifts-created': 'Shifts read',
    'shifts-updated': 'Shifts changed',
    'bank-accounts-created': 'Bank accounts read',
    'bank-accounts-updated': 'Bank accounts changed',
    'invoice-created': 'Invoice made',
    event: 'Event for webhooks: {what}',
    attempt: 'Webhook, attempt {attempt}: {what}',
  },
  {
    'order-created': 'Orden creada',
    'order-updated': 'Orden cambiada',
    'employers-added': 'Empleadores agregados',
    'invitation-sent': 'Invitación enviada',
    'reminder-sent': 'Recordatorio enviado',
    'landing-opened': 'Página del solicitante abierta',
    'consent-given': 'Consentimiento dado',
    'link-connected': 'Conectado',
    'link-disconnected': 'Desconectado',
    'link-deleted': 'Conexión eliminada',
    'task-status-updated': 'Estado de una tarea',
    'suborder-status-updated': 'Estado de una verificación',
    'order-status-updated': 'Estado de la orden',
    'report-created': 'Informe hecho',
    'document-reviewed': 'Documento revisado',
    'certification-completed': 'Datos confirmados por la persona',
    'order-refreshed': 'Actualización iniciada',
    'order-refresh-failed': 'La actualización falló',
    'order-canceled': 'Orden cancelada',
    'order-expired': 'Orden vencida',
    'order-finalized': 'Orden terminada',
    'employment-created': 'Empleo leído',
    'employment-updated': 'Empleo cambiado',
    'profile-created': 'Datos personales leídos',
    'profile-updated': 'Datos personales cambiados',
    'statements-created': 'Recibos de pago leídos',
    'statements-updated': 'Recibos de pago cambiados',
    'shifts-created': 'Turnos leídos',
    'shifts-updated': 'Turnos cambiados',
    'bank-accounts-created': 'Cuentas bancarias leídas',
    'bank-accounts-updated': 'Cuentas bancarias cambiadas',
    'invoice-created': 'Factura hecha',
    event: 'Evento para webhooks: {what}',
    attempt: 'Webhook, intento {attempt}: {what}',
  },
);

/** The employer, bank or insurer of a suborder. Before the person connects, the product is the only name. */
export const suborderName = (suborder: Suborder, products: Words): string =>
  suborder.company_name ?? suborder.name ?? suborder.provider?.name ?? wordFor(products, suborder.product_type);

/** The names of an order's suborders, links and tasks by their ids. */
export function namesIn(order: Order, products: Words): ReadonlyMap<string, string> {
  const suborders = [
    ...order.employers,
    ...order.financial_accounts,
    ...(order.insurance === null ? [] : [order.insurance]),
  ];
  return new Map(
    suborders.flatMap((suborder): [string, string][] => {
      const name = suborderName(suborder, products);
      return [
        [suborder.id, name],
        ...(suborder.link_id === null ? [] : [[suborder.link_id, suborder.provider?.name ?? name] as [string, string]]),
        ...suborder.tasks.map(({ id, provider }): [string, string] => [id, provider?.name ?? name]),
      ];
    }),
  );
}

type MomentWords = { moments: Words; statuses: Words; names: ReadonlyMap<string, string> };

/** Describes one entry of the timeline, for example `Status of a task · Vouch Payroll: Signing in`. */
export function momentText({ kind, data }: Happened, { moments, statuses, names }: MomentWords): string {
  const of = (name: string): string | undefined => {
    const value = data[name];
    return typeof value === 'string' ? value : undefined;
  };
  const is_webhook = kind === 'event' || kind === 'attempt';
  const what = wordFor(moments, is_webhook ? (of('event_type') ?? kind) : kind);
  const about = [of('suborder_id'), of('task_id'), of('link_id')].find((id) => id !== undefined && names.has(id));
  const status = is_webhook ? undefined : of('status');
  const text = [
    what,
    about === undefined ? '' : ` · ${names.get(about)}`,
    status === undefined ? '' : `: ${wordFor(statuses, status)}`,
  ].join('');
  return is_webhook
    ? fill(wordFor(moments, kind), { what: text, attempt: typeof data['attempt'] === 'number' ? data['attempt'] : 1 })
    : text;
}
