// Our default texts for messages to an order's applicant. Each message is in English and Spanish, because an order does
// not contain the applicant's language.
import type { PersonMessageKind } from '#domain/orders/order-messages.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type InLanguages<Text> = Readonly<Record<Language, Text>>;

type Words = {
  subject(company: string): string;
  /** A paragraph that tells the applicant what to do and why. */
  asks: InLanguages<(company: string) => string>;
  button: InLanguages<string>;
  /**
   * The text before the link in a text message. It has no accented characters, because with them only half as many
   * characters would fit into one message (GSM 03.38).
   */
  sms(company: string): string;
};

export const TO_PERSON: Record<PersonMessageKind, Words> = {
  invitation: {
    subject: (company) => `${company} asks you to verify your information / Verifique su información`,
    asks: {
      en: (company) =>
        `${company} asks you to verify your information online. It usually takes a few minutes, and you can do it on your phone.`,
      es: (company) =>
        `${company} le pide que verifique su información en línea. Suele tomar unos minutos y basta con un teléfono.`,
    },
    button: { en: 'Start now', es: 'Comenzar' },
    sms: (company) => `${company} asks you to verify your information. / Verifique sus datos:`,
  },
  reminder: {
    subject: (company) => `Reminder: verify your information for ${company} / Recordatorio: verifique su información`,
    asks: {
      en: (company) =>
        `${company} is still waiting for you to verify your information online. It usually takes a few minutes, and you can do it on your phone.`,
      es: (company) =>
        `${company} sigue esperando que verifique su información en línea. Suele tomar unos minutos y basta con un teléfono.`,
    },
    button: { en: 'Continue', es: 'Continuar' },
    sms: (company) => `Reminder: ${company} asks you to verify your information. / Recordatorio: verifique sus datos:`,
  },
  code: {
    subject: (company) => `Your code for ${company} / Su código`,
    asks: {
      en: (company) =>
        `Here is your code to continue with the request from ${company}. It is valid for 10 minutes. Do not share it with anyone. If you did not ask for it, someone else has opened your link, but they cannot see anything without the code.`,
      es: (company) =>
        `este es su código para seguir con la solicitud de ${company}. Es válido durante 10 minutos. No se lo dé a nadie: si usted no lo pidió, otra persona abrió su enlace y no verá nada sin el código.`,
    },
    button: { en: 'Open the page', es: 'Abrir la página' },
    sms: (company) => `Your code for ${company}, valid for 10 minutes. Do not share it. / Su codigo:`,
  },
  reconnect: {
    subject: (company) => `${company} asks you to reconnect your account / Vuelva a conectar su cuenta`,
    asks: {
      en: (company) =>
        `${company} asked for an update to the information you shared before, but we could not sign in to your account again. Please reconnect it. It usually takes a few minutes, and you can do it on your phone.`,
      es: (company) =>
        `${company} pidió actualizar la información que usted compartió, pero no pudimos volver a entrar en su cuenta. Vuelva a conectarla, por favor. Suele tomar unos minutos y basta con un teléfono.`,
    },
    button: { en: 'Reconnect', es: 'Volver a conectar' },
    sms: (company) => `${company} asks you to reconnect your account. / Vuelva a conectar su cuenta:`,
  },
};

type CommonWords = {
  greeting(name: string): string;
  /** A sentence about the URL in the message. The sentence says that the URL is personal, and when the URL expires. */
  link(expires_at: Date): string;
  unexpected: string;
};

const COMMON: InLanguages<CommonWords> = {
  en: {
    greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
    link: (expires_at) => `This link is only for you and works until ${moment(expires_at, 'en')}.`,
    unexpected: 'If you did not expect this message, you can ignore it.',
  },
  es: {
    greeting: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
    link: (expires_at) => `El enlace es solo para usted y funciona hasta el ${moment(expires_at, 'es')}.`,
    unexpected: 'Si no esperaba este mensaje, puede ignorarlo.',
  },
};

/** Texts in the footer of every mail to the applicant. */
export const NOTES = {
  no_button: 'If the button does not work / Si el botón no funciona:',
  questions: 'Questions? / ¿Preguntas?',
  privacy: 'Privacy / Privacidad',
  unsubscribe: 'Stop messages about this / No recibir más mensajes sobre esto',
};

export function personLetter(
  kind: PersonMessageKind,
  language: Language,
  { company, first_name, expires_at, code }: { company: string; first_name: string; expires_at: Date; code?: string },
): string[] {
  const { greeting, link, unexpected } = COMMON[language];
  if (code !== undefined) return [greeting(first_name), TO_PERSON[kind].asks[language](company), code];
  return [greeting(first_name), TO_PERSON[kind].asks[language](company), `${link(expires_at)} ${unexpected}`];
}

const MONTHS: InLanguages<string> = {
  en: 'January February March April May June July August September October November December',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
};

/** Formats a time in UTC, because the applicant's time zone is unknown. */
function moment(date: Date, language: Language): string {
  const month = MONTHS[language].split(' ')[date.getUTCMonth()] ?? '';
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()];
  const time = `${date.toISOString().slice(11, 16)} UTC`;
  return language === 'en' ? `${month} ${day}, ${year}, ${time}` : `${day} de ${month} de ${year}, ${time}`;
}
