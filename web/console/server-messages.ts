// The server's validation messages in Spanish. The server answers in English; its messages are a fixed list, some with
// a number or a value in them. A message that is not in the list is shown as the server sent it.
import type { Locale } from '../shared/session.ts';

/** Each message in both languages. `{…}` stands for a number or a value that the message contains. */
export const MESSAGES: readonly (readonly [en: string, es: string])[] = [
  ['This field is required.', 'Este campo es obligatorio.'],
  ['This field may not be null.', 'Este campo no puede ser nulo.'],
  ['This field may not be blank.', 'Este campo no puede quedar vacío.'],
  ['This list may not be empty.', 'Esta lista no puede quedar vacía.'],
  ['This name is reserved.', 'Este nombre está reservado.'],
  ['Not a valid string.', 'No es un texto válido.'],
  ['Not a valid value.', 'No es un valor válido.'],
  ['Not a valid base64 string.', 'No es un texto base64 válido.'],
  ['Must be a valid boolean.', 'Debe ser verdadero o falso.'],
  ['A valid integer is required.', 'Se necesita un número entero.'],
  ['A valid number is required.', 'Se necesita un número.'],
  ['Invalid data. Expected an object.', 'Datos no válidos. Se esperaba un objeto.'],
  ['Expected a list of items.', 'Se esperaba una lista.'],
  ['Enter a valid email address.', 'Escriba una dirección de correo válida.'],
  ['Enter a valid phone number.', 'Escriba un número de teléfono válido.'],
  ['Enter a valid URL.', 'Escriba una URL válida.'],
  ['Enter 9 digits or the last 4 digits.', 'Escriba 9 dígitos o los últimos 4.'],
  ['Date has wrong format. Use YYYY-MM-DD.', 'La fecha tiene un formato incorrecto. Use AAAA-MM-DD.'],
  ['Datetime has wrong format. Use ISO 8601.', 'La fecha y hora tienen un formato incorrecto. Use ISO 8601.'],
  [
    'Ensure that there are no more than 10 digits before the decimal point.',
    'No puede haber más de 10 dígitos antes del punto decimal.',
  ],
  ['Ensure that there are no more than 2 decimal places.', 'No puede haber más de 2 decimales.'],
  ['Ensure this field has at least {limit} characters.', 'Este campo necesita al menos {limit} caracteres.'],
  ['Ensure this field has no more than {limit} characters.', 'Este campo admite como máximo {limit} caracteres.'],
  ['Ensure this list has no more than {limit} items.', 'Esta lista admite como máximo {limit} elementos.'],
  ['Ensure this list has no repeated items.', 'Esta lista no puede tener elementos repetidos.'],
  ['Ensure this value is greater than or equal to {limit}.', 'Este valor debe ser mayor o igual que {limit}.'],
  ['Ensure this value is less than or equal to {limit}.', 'Este valor debe ser menor o igual que {limit}.'],
  ['"{value}" is not a valid choice.', '"{value}" no es una opción válida.'],
  ['Object not found.', 'No se encontró el objeto.'],

  ['An authenticator app is set up already.', 'Ya hay una app de autenticación configurada.'],
  ['Set up a second factor first.', 'Configure primero un segundo factor.'],
  ['The last second factor cannot be removed.', 'No se puede quitar el último segundo factor.'],
  ['This code is wrong or was used already.', 'Este código es incorrecto o ya se usó.'],
  [
    'A second factor is set up already. Sign in again.',
    'Ya hay un segundo factor configurado. Inicie sesión de nuevo.',
  ],
  ['This password is wrong.', 'Esta contraseña es incorrecta.'],
  [
    'This passkey is not one of yours, or the request for it has expired.',
    'Esta clave de acceso no es suya, o la solicitud caducó.',
  ],
  ['Only {limit} passkeys are allowed.', 'Se permiten como máximo {limit} claves de acceso.'],
  ['Only {limit} open invitations are allowed.', 'Se permiten como máximo {limit} invitaciones abiertas.'],
  ['Only {limit} saved views are allowed.', 'Se permiten como máximo {limit} vistas guardadas.'],
  ['Only {limit} webhooks are allowed.', 'Se permiten como máximo {limit} destinos.'],
  ['Only two active keys are allowed.', 'Solo puede haber dos claves activas.'],
  ['The last active key cannot be deactivated.', 'No se puede desactivar la última clave activa.'],
  ['This person is a member already.', 'Esta persona ya es miembro.'],
  ['The last owner cannot be {what}.', 'El último propietario debe conservar su rol.'],
  ['This invitation is not valid any more.', 'Esta invitación ya no es válida.'],
  ['Webhook url for {environment} already registered', 'Esta URL ya está registrada en {environment}'],
  ['"{origin}" is not an origin such as {example}.', '"{origin}" no es un origen como {example}.'],
  ['The endpoint is disabled.', 'El destino está desactivado.'],
  ['The event is no longer stored.', 'El evento ya no está guardado.'],
  ['Template with this name already exists.', 'Ya existe una plantilla con este nombre.'],
  [
    'The default template of a product cannot be deleted.',
    'No se puede eliminar la plantilla predeterminada de un producto.',
  ],
  [
    'Order can be updated only while all employers are pending or sent.',
    'La orden solo se puede cambiar mientras todos los empleadores estén pendientes o enviados.',
  ],
  ['Order is already {status}.', 'La orden ya está en el estado {status}.'],
  [
    'There is nothing to refresh: no completed suborder has a live link.',
    'No hay nada que actualizar: ninguna suborden completada tiene una conexión activa.',
  ],
];

const PATTERNS = MESSAGES.map(([en, es]) => {
  const names = [...en.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = en.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '(.*)');
  return { pattern: new RegExp(`^${pattern}$`, 's'), names, es };
});

/** A message of the server in the user's language. */
export function messageIn(locale: Locale, message: string): string {
  if (locale === 'en') return message;
  for (const { pattern, names, es } of PATTERNS) {
    const found = pattern.exec(message);
    if (found !== null)
      return names.reduce((text, name, at) => text.replace(`{${name}}`, () => found[at + 1] ?? ''), es);
  }
  return message;
}
