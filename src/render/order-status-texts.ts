// Texts in English and Spanish that tell the client's recipients how an order ended.
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { InLanguages } from './order-message-texts.ts';

type EndStatus = Exclude<OrderStatus, 'pending' | 'sent'>;

type Ending = { word: string; sentence: string };

const ENDINGS: Record<EndStatus, InLanguages<Ending>> = {
  completed: {
    en: { word: 'completed', sentence: 'The results are in the order.' },
    es: { word: 'completada', sentence: 'Lo obtenido está en la orden.' },
  },
  no_data: {
    en: { word: 'no data', sentence: 'The connected account does not contain any of the requested information.' },
    es: { word: 'sin datos', sentence: 'La cuenta que se conectó no contiene nada de lo solicitado.' },
  },
  error: {
    en: { word: 'failed', sentence: 'The information could not be retrieved.' },
    es: { word: 'fallida', sentence: 'No se pudo obtener la información.' },
  },
  expired: {
    en: { word: 'expired', sentence: 'The deadline passed before the person finished.' },
    es: { word: 'vencida', sentence: 'El plazo venció antes de que la persona terminara.' },
  },
  skipped: {
    en: { word: 'not applicable', sentence: 'The person said that it does not apply to them.' },
    es: { word: 'no aplicable', sentence: 'La persona indicó que no le corresponde.' },
  },
  canceled: {
    en: { word: 'canceled', sentence: 'Nothing more will be retrieved.' },
    es: { word: 'cancelada', sentence: 'No se obtendrá nada más.' },
  },
};

/** Whether the status is final. */
export const isEnd = (status: OrderStatus): status is EndStatus => Object.hasOwn(ENDINGS, status);

/** The data about the order that the text contains. Only `name` and `order_number` identify the applicant. */
export type EndedOrder = { name: string; order_number: string | null; status: EndStatus };

export function statusSubject({ name, order_number, status }: EndedOrder): string {
  const { en, es } = ENDINGS[status];
  return `${order_number === null ? `Verification of ${name}` : `Order ${order_number}`}: ${en.word} / ${es.word}`;
}

export function statusLetters({ name, order_number, status }: EndedOrder): InLanguages<string[]> {
  const { en, es } = ENDINGS[status];
  const number =
    order_number === null ? { en: '', es: '' } : { en: ` (order ${order_number})`, es: ` (orden ${order_number})` };
  return {
    en: ['Hello,', `The verification of ${name}${number.en} has ended: ${en.word}. ${en.sentence}`],
    es: ['Hola:', `La verificación de ${name}${number.es} ha terminado: ${es.word}. ${es.sentence}`],
  };
}
