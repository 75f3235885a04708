import { afterEach, describe, expect, test, vi } from 'vitest';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { fill, guessLocale, labelFor, loadWords, partsOf, showDay, showMoney, showPercent, waitText } from './words.ts';

const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe('the texts in English and Spanish', () => {
  test('English and Spanish have the same texts, with the same placeholders', () => {
    const keys = Object.keys(en) as (keyof typeof en)[];
    expect(keys.length).toBeGreaterThan(200);
    expect(keys.filter((key) => es[key] === '' || `${names(es[key])}` !== `${names(en[key])}`)).toEqual([]);
  });

  test('loadWords loads the texts of both languages', async () => {
    expect((await loadWords('en')).back).toBe('Back');
    expect((await loadWords('es')).back).toBe('Atrás');
  });

  test.for<[string[], string]>([
    [['es-MX', 'en'], 'es'],
    [['en-US', 'es'], 'en'],
    [['fr', 'es-ES', 'en'], 'es'],
    [['de'], 'en'],
    [[], 'en'],
  ])('the browser’s languages %s result in the language %s', ([languages, locale]) => {
    expect(guessLocale(languages)).toBe(locale);
  });
});

test('fill() replaces placeholders in one pass, inserts values unchanged, and keeps placeholders that have no value', () => {
  expect(fill('{a} and {b}', { a: '{b}', b: '<b>' })).toBe('{b} and <b>');
  expect(fill('{toString} {missing}', {})).toBe('{toString} {missing}');
});

test('partsOf() splits a string at its placeholders', () => {
  expect(partsOf('Accept {terms} and {privacy}.')).toEqual(['Accept ', '{terms}', ' and ', '{privacy}', '.']);
});

test.for([
  ['0.05', '$0.05'],
  ['999.00', '$999.00'],
  ['1000.00', '$1,000.00'],
  ['9999999999.99', '$9,999,999,999.99'],
  ['-1250.50', '-$1,250.50'],
  ['12', '$12.00'],
  ['<b>', '<b>'],
] as const)('showMoney shows %s as %s', ([amount, shown]) => {
  expect(showMoney(amount)).toBe(shown);
});

test.for([
  ['100.00', '100'],
  ['12.50', '12.5'],
  ['0.25', '0.25'],
  ['100', '100'],
] as const)('showPercent shows %s as %s', ([percent, shown]) => {
  expect(showPercent(percent)).toBe(shown);
});

test('waitText shows minutes up to 90 minutes, and hours from 91 minutes on', async () => {
  const [english, spanish] = [await loadWords('en'), await loadWords('es')];
  expect([1, 2, 90, 91, 121].map((minutes) => waitText(english, minutes))).toEqual([
    '1 minute',
    '2 minutes',
    '90 minutes',
    '2 hours',
    '3 hours',
  ]);
  expect(waitText(spanish, 5)).toBe('5 minutos');
});

describe('showDay formats dates and timestamps', () => {
  /**
   * Sets the time zone that date formats use as the local time zone. The real local time zone cannot be set here,
   * because a worker thread cannot change the time zone of its process.
   */
  function moveTo(timeZone: string): void {
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locale, options) {
      return new DateTimeFormat(locale, { timeZone, ...options });
    });
  }
  afterEach(() => void vi.restoreAllMocks());

  test.for([
    ['Pacific/Pago_Pago', 'March 3, 2026', 'March 4, 2026'],
    ['UTC', 'March 4, 2026', 'March 4, 2026'],
    ['Pacific/Kiritimati', 'March 4, 2026', 'March 5, 2026'],
  ] as const)(
    'in the time zone %s, showDay shows a date unchanged and a timestamp as the local day, in English and in Spanish',
    ([zone, early, late]) => {
      moveTo(zone);
      expect(showDay('en', '2026-03-04')).toBe('March 4, 2026');
      expect(showDay('es', '2026-03-04')).toBe('4 de marzo de 2026');
      expect(showDay('en', '2026-03-04T00:00:00Z')).toBe(early);
      expect(showDay('en', '2026-03-04T23:59:59Z')).toBe(late);
    },
  );
});

test('labelFor translates common login labels to Spanish, and returns other labels unchanged', () => {
  expect(labelFor('es', 'Password')).toBe('Contraseña');
  expect(labelFor('es', 'Store number')).toBe('Store number');
  expect(labelFor('es', 'constructor')).toBe('constructor');
  expect(labelFor('en', 'Password')).toBe('Password');
});
