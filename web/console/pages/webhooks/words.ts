// Texts of the pages about webhook endpoints and their delivery attempts.
import { inBoth } from '../../words.ts';

export const WORDS = inBoth(
  {
    title: 'Webhooks',
    lead: 'Addresses of your server that receive events. Every attempt is kept for 30 days.',
    add: 'Add an endpoint',
    name: 'Name',
    url: 'URL',
    events: 'Events',
    all_events: 'All',
    some_events: '{count} of {all}',
    enabled: 'On',
    disabled: 'Off',
    empty_title: 'No endpoints yet',
    empty_text: 'Register an address of your server, and events arrive there within a second.',
    secret_title: 'The signing secret',
    secret_text: 'Verify each request with this secret. It is shown only this once.',
    secret_done: 'I saved it',
    saved: 'The endpoint was saved.',
    edit: 'Change',
    turn_off: 'Turn off',
    turn_on: 'Turn on',
    remove: 'Delete',
    remove_title: 'Delete this endpoint?',
    remove_text: 'Waiting deliveries are dropped. The log of attempts goes with it.',
    removed: 'The endpoint was deleted.',
    attempts: 'Attempts',
    attempts_lead: 'One row per request, newest first.',
    event: 'Event',
    answer: 'Answer',
    attempt: 'Attempt',
    took: 'Took',
    sent: 'Sent',
    state_waiting: 'Will be tried again',
    state_delivered: 'Delivered',
    state_dead: 'Given up',
    next_attempt: 'Next attempt',
    no_attempts: 'No attempts yet',
    no_attempts_text: 'As soon as something happens, the attempts appear here. Create an order to see one.',
    replay: 'Send again',
    replayed: 'The event is sent again.',
    replay_range: 'Send a period again',
    replay_title: 'Send events again',
    replay_from: 'From',
    replay_to: 'To (optional)',
    only_failed: 'Only events that never arrived',
    replay_count: '{count} events are sent again.',
    detail: 'Attempt {attempt} of {event}',
    request_body: 'Body',
    exact_body: 'Body as it was signed, byte for byte',
    request_head: 'Headers',
    no_response: 'No answer',
    not_sent: 'Not sent',
    why: 'Why it failed',
    only: 'Status code',
    disabled_reason: 'Turned off automatically',
    failing: 'This endpoint fails',
    last_answer: 'The last answer was {answer}:',
    last_unanswered: 'The last request had no answer:',
    open_failure: 'See why',
    all_endpoints: 'Webhooks',
  },
  {
    title: 'Webhooks',
    lead: 'Direcciones de su servidor que reciben eventos. Cada intento se guarda 30 días.',
    add: 'Agregar un destino',
    name: 'Nombre',
    url: 'URL',
    events: 'Eventos',
    all_events: 'Todos',
    some_events: '{count} de {all}',
    enabled: 'Activo',
    disabled: 'Inactivo',
    empty_title: 'Aún no hay destinos',
    empty_text: 'Registre una dirección de su servidor y los eventos llegan en un segundo.',
    secret_title: 'El secreto de firma',
    secret_text: 'Verifique cada solicitud con este secreto. Solo se muestra esta vez.',
    secret_done: 'Lo guardé',
    saved: 'El destino se guardó.',
    edit: 'Cambiar',
    turn_off: 'Desactivar',
    turn_on: 'Activar',
    remove: 'Eliminar',
    remove_title: '¿Eliminar este destino?',
    remove_text: 'Las entregas en espera se descartan. El registro de intentos se va con él.',
    removed: 'El destino se eliminó.',
    attempts: 'Intentos',
    attempts_lead: 'Una fila por solicitud, primero las más nuevas.',
    event: 'Evento',
    answer: 'Respuesta',
    attempt: 'Intento',
    took: 'Duración',
    sent: 'Enviado',
    state_waiting: 'Se volverá a intentar',
    state_delivered: 'Entregado',
    state_dead: 'Abandonado',
    next_attempt: 'Próximo intento',
    no_attempts: 'Aún no hay intentos',
    no_attempts_text: 'En cuanto pase algo, los intentos aparecen aquí. Cree una orden para ver uno.',
    replay: 'Enviar de nuevo',
    replayed: 'El evento se envía de nuevo.',
    replay_range: 'Reenviar un período',
    replay_title: 'Enviar eventos de nuevo',
    replay_from: 'Desde',
    replay_to: 'Hasta (opcional)',
    only_failed: 'Solo eventos que nunca llegaron',
    replay_count: 'Se envían de nuevo {count} eventos.',
    detail: 'Intento {attempt} de {event}',
    request_body: 'Cuerpo',
    exact_body: 'Cuerpo como se firmó, byte por byte',
    request_head: 'Encabezados',
    no_response: 'Sin respuesta',
    not_sent: 'No enviado',
    why: 'Por qué falló',
    only: 'Código de estado',
    disabled_reason: 'Desactivado automáticamente',
    failing: 'Este destino falla',
    last_answer: 'La última respuesta fue {answer}:',
    last_unanswered: 'La última solicitud no tuvo respuesta:',
    open_failure: 'Ver por qué',
    all_endpoints: 'Webhooks',
  },
);

export const EVENT_TYPES = [
  'task-status-updated',
  'order-created',
  'order-status-updated',
  'order-refresh-failed',
  'order-finalized',
  'certification-completed',
  'link-connected',
  'link-disconnected',
  'link-deleted',
  'employment-created',
  'employment-updated',
  'profile-created',
  'profile-updated',
  'statements-created',
  'statements-updated',
  'shifts-created',
  'shifts-updated',
  'bank-accounts-created',
  'bank-accounts-updated',
] as const;

export type Endpoint = {
  id: string;
  name: string;
  webhook_url: string;
  events: readonly string[];
  enabled: boolean;
  disabled_reason: string | null;
  created_at?: string;
  updated_at: string;
};

export type Attempt = {
  id: string;
  webhook_id: string;
  event_type: string;
  event_created_at: string;
  status_code: number | null;
  error_message: string | null;
  webhook_payload: Record<string, unknown>;
  webhook_url: string;
  endpoint_id: string;
  attempt: number;
  state: 'waiting' | 'delivered' | 'dead';
  sent_at: string;
  duration_ms: number;
  next_attempt_at: string | null;
};
