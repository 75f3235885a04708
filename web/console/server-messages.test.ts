import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MESSAGES, messageIn } from './server-messages.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Messages that only requests with an access key can get, so no form shows them. */
const NOT_IN_FORMS = new Set(['Authentication credentials were not provided.']);

/** The English messages in a file of the server. A value in a message is replaced by 7. */
const messagesIn = (file: string): string[] =>
  [...readFileSync(`${SRC}${file}`, 'utf8').matchAll(/(['`])((?:[A-Z]|"\$)[^'`\n]* [^'`\n]*\.)\1/g)].map(
    ([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '7'),
  );

describe('Spanish texts for the messages of the server', () => {
  test.each([
    'domain/platform/validation.ts',
    'services/access/keys.ts',
    'services/access/templates.ts',
    'services/console/invitations.ts',
    'services/console/members.ts',
    'services/console/passkeys.ts',
    'services/console/saved-views.ts',
    'services/console/second-factors.ts',
    'services/console/own-password.ts',
    'services/console/client-settings.ts',
  ])('every message of src/%s that a form can show has a Spanish text', (file) => {
    const shown = messagesIn(file).filter((message) => !NOT_IN_FORMS.has(message));
    expect(shown.filter((message) => messageIn('es', message) === message)).toEqual([]);
  });

  test('a value in a message is kept, even if the value looks like a placeholder', () => {
    expect(messageIn('es', 'Ensure this value is less than or equal to 900.')).toBe(
      'Este valor debe ser menor o igual que 900.',
    );
    expect(messageIn('es', '"$& {value}" is not a valid choice.')).toBe('"$& {value}" no es una opción válida.');
  });

  test('the messages of the form for a webhook endpoint have a Spanish text', () => {
    expect(messageIn('es', 'Webhook url for sandbox already registered')).toBe(
      'Esta URL ya está registrada en sandbox',
    );
    expect(messageIn('es', 'Only 50 webhooks are allowed.')).toBe('Se permiten como máximo 50 destinos.');
  });

  test('a message is shown as the server sent it if the console is in English, or if the message is unknown', () => {
    expect(messageIn('en', 'This field is required.')).toBe('This field is required.');
    expect(messageIn('es', 'The moon is full.')).toBe('The moon is full.');
  });

  test('the Spanish text of a message uses only placeholders that its English text also has', () => {
    const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name);
    expect(MESSAGES.filter(([en, es]) => namesIn(es).some((name) => !namesIn(en).includes(name)))).toEqual([]);
  });
});
