import { expect, test } from 'vitest';
import { detectFormat } from './formats.ts';

const record = (start: string, length: number): string => start.padEnd(length, ' ');

test.each([
  ['OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>', 'ofx'],
  ['\r\nofxheader:100 data:ofxsgml <ofx>', 'ofx'],
  ['<OFX><SIGNONMSGSRSV1>', 'ofx'],
  ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX>', 'ofx'],
  ['\uFEFF<?OFX OFXHEADER="200"?><OFX>', 'ofx'],
  ['OFXHEADER:100\n<OFX><SONRS><INTU.BID>3000', 'qfx'],
  ['<?xml version="1.0"?><OFX><intu.bid>1', 'qfx'],
  ['<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">', 'camt053'],
  ['<d:Document><d:BkToCstmrStmt>', 'camt053'],
  ['<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08">', undefined],
  ['{1:F01LANTUS33AXXX}{2:I940LANTUS33XXXXN}{4:\n:20:X', 'mt940'],
  ['{1:F01LANTUS33AXXX}{2:I103LANTUS33XXXXN}{4:\n:20:X', undefined],
  ['LANTUS33\n940\n:20:X\r\n:25:1\r\n:28C:1\r\n', 'mt940'],
  [':20:X\n:25P:1\nBANK\n:60F:C260101EUR1,', 'mt940'],
  [':20:X\n:32A:260101EUR1,\n', undefined],
  ['01,122099999,123456789,260121,0200,1,80,,2/\n', 'bai2'],
  ['01,02,2026,10.00\n01,03,2026,11.00\n', 'csv'],
  [`${record('RA123456789', 512)}\r\n${record('RE2026', 512)}`, 'efw2'],
  [record('RA123456789', 512), 'efw2'],
  [`${record('RA123456789', 512)}${record('RE2026', 512)}`, 'efw2'],
  [`${record('RA123456789', 511)}\n${record('RE2026', 512)}`, undefined],
  [`${record('RA123456789', 513)}\n${record('RE2026', 512)}`, undefined],
  [`${record('101 091000019', 94)}\n${record('5220', 94)}`, 'nacha'],
  [record('101 091000019', 94) + record('5220', 94), 'nacha'],
  [`${record('101 091000019', 93)}\n`, undefined],
  [`${record('T2025', 750)}\r\n${record('A2025', 750)}`, 'fire'],
  [record('T2025', 750) + record('A2025', 750), 'fire'],
  [`${record('T2025', 749)}\n`, undefined],
  [`${record('Total', 750)}\n`, undefined],
  ['Date,Description,Amount\n2026-01-05,Bakery,-1.00\n', 'csv'],
  ['Datum;Betrag\r\n', 'csv'],
  ['Date\tAmount\n1\t2\n', 'csv'],
  ['Date,Amount\nhello\n', undefined],
  ['hello\n', undefined],
  ['', undefined],
  ['{"a": 1, "b": 2}', undefined],
  ['<html><body>a, b</body></html>', undefined],
  ['%PDF-1.7, x', undefined],
  ['a,b\0c', undefined],
])('detectFormat(%j) is %s', (text, format) => {
  expect(detectFormat(Buffer.from(text))).toBe(format);
});

test('detectFormat() recognises a file in UTF-16', () => {
  expect(detectFormat(Buffer.from('\uFEFFDate;Amount\n1;2\n', 'utf16le'))).toBe('csv');
  expect(detectFormat(Buffer.from('\uFEFF<?xml version="1.0"?><OFX>', 'utf16le').swap16())).toBe('ofx');
});
