import { expect, test } from 'vitest';
import { ENGLISH, loadWords } from '../../shared/words.ts';
import { refusalText } from './file-faults.ts';

const KINDS = 'CSV, OFX';

test.each([
  [
    'Line 3, column 5: the amount is not a number.',
    /^We cannot read line 3, from character 5 on: the amount is not a number\. Download/,
    /^No podemos leer la línea 3, desde el carácter 5: el importe no es un número\. Descargue/,
  ],
  [
    'Line 2, column 1: the date does not follow MM/DD/YYYY.',
    /does not follow MM\/DD\/YYYY\./,
    /la forma MM\/DD\/YYYY\./,
  ],
  [
    'Line 1, column 1: the file has none of the known formats.',
    /^We do not know this kind of file\. We can read CSV, OFX\.$/,
    /Podemos leer CSV, OFX\.$/,
  ],
  ['No record of this person was found.', /^We did not find your name/, /^No encontramos su nombre/],
  ['This kind of file is not accepted for this request.', /^This kind of file does not show/, /^Este tipo de archivo/],
  ['Something new.', /^This file was not accepted/, /^No aceptamos/],
])('refusalText explains the message "%s" in English and in Spanish', async (message, english, spanish) => {
  expect(refusalText(ENGLISH, message, KINDS)).toMatch(english);
  expect(refusalText(await loadWords('es'), message, KINDS)).toMatch(spanish);
});
