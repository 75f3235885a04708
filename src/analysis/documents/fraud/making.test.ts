import { describe, expect, test } from 'vitest';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import type { Making, PdfTraces } from '#domain/documents/pdf-traces.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { dateFindings, listedSoftware, softwareFindings } from './making.ts';
import { touchUpFindings } from './touch-ups.ts';

const MAKING: Making = {
  producer: 'Payroll 7',
  creator: null,
  created_at: '2026-01-08T09:00:00Z',
  modified_at: '2026-01-08T09:00:00Z',
  xmp: null,
};
const traces = (making: Partial<Making>, rest: Partial<PdfTraces> = {}): PdfTraces => ({
  file_id: null,
  making: { ...MAKING, ...making },
  is_fillable: false,
  is_signed: false,
  revisions: [],
  pages: [],
  fonts: [],
  touch_ups: [],
  ...rest,
});
const field = (value: string, method: Field['method'] = 'label'): Field => ({
  value,
  raw: value,
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method,
  confidence: 1,
});
const document = (document_type: ReadDocument['document_type'], fields: Record<string, Field> = {}): ReadDocument => ({
  document_type,
  subtype: null,
  pages: [1, 1],
  fields,
  tables: {},
  checks: [],
});
const severities = (findings: readonly { severity: string }[]) => findings.map(({ severity }) => severity);

describe('softwareFindings', () => {
  test.each([
    ['Inkwell PDF Editor 3.1', 'editor'],
    ['Foxit PhantomPDF Printer', 'viewer'],
    ['Smallpdf.com', 'service'],
    ['Adobe Photoshop 25.0', 'picture_editor'],
    ['PayStub Maker Online', 'stub_maker'],
    ['Microsoft® Word for Microsoft 365', 'office'],
    ['Adobe PDF Library 15.0', undefined],
    ['Skia/PDF m120', undefined],
    ['GPL Ghostscript 10.0', undefined],
    ['Groupupdf printing', undefined],
    ['CutePDF Writer', undefined],
    ['macOS Version 14.1 Quartz PDFContext', undefined],
  ])('listedSoftware puts the program %s into the group %s', (producer, group) => {
    expect(listedSoftware({ ...MAKING, producer })?.group).toBe(group);
  });

  test('puts LibreOffice into the group `editor` if the drawing program of LibreOffice wrote the file', () => {
    const groupOf = (creator: string) => listedSoftware({ ...MAKING, producer: 'LibreOffice 7.4', creator })?.group;
    expect([groupOf('Draw'), groupOf('Writer')]).toEqual(['editor', 'office']);
  });

  test('returns a finding of medium severity for a program that edits documents, even if only XMP names it', () => {
    const xmp = { producer: 'Sejda 3.2', creator: null, created_at: null, modified_at: null };
    expect(severities(softwareFindings(traces({ producer: 'Sejda 3.2' }), []))).toEqual(['medium']);
    expect(severities(softwareFindings(traces({ xmp }), []))).toEqual(['medium']);
    expect(softwareFindings(traces({}), [])).toEqual([]);
  });

  test('returns for an office program a finding of medium severity in a bank statement, of low severity in a pay stub, and none in a fillable form', () => {
    const word = { producer: 'Microsoft Word 2019' };
    expect(severities(softwareFindings(traces(word), [document('BANK_STATEMENT')]))).toEqual(['medium']);
    expect(severities(softwareFindings(traces(word), [document('PAYSTUB')]))).toEqual(['low']);
    expect(softwareFindings(traces(word, { is_fillable: true }), [document('W2')])).toEqual([]);
  });
});

describe('softwareFindings for a file of scanned pages', () => {
  const found = (producer: string, type: ReadDocument['document_type'] = 'W2') =>
    severities(softwareFindings(traces({ producer }), [document(type)], { is_scanned: true }));

  test('returns a finding of low severity for programs of the groups `service` and `office`, because people shrink or collect scans with them', () => {
    expect(found('iLovePDF')).toEqual(['low']);
    expect(found('Microsoft Word 2019')).toEqual(['low']);
  });

  test('returns a finding of medium severity for a program that edits pictures', () => {
    expect(found('Adobe Photoshop 25.0')).toEqual(['medium']);
  });
});

describe('dateFindings', () => {
  const modified = (modified_at: string, producer = 'Payroll 7') =>
    severities(dateFindings(traces({ modified_at, producer }), []));

  test('returns a finding of low severity for a change two days after creation', () => {
    expect(modified('2026-01-10T08:59:59Z')).toEqual([]);
    expect(modified('2026-01-10T09:00:00Z')).toEqual(['low']);
    expect(modified('2026-01-10T09:00:00Z', 'iLovePDF')).toEqual(['low']);
  });

  test('returns no suspicious finding if the file was saved later by an editor that many people use as their viewer', () => {
    const saved = traces({ modified_at: '2026-02-10T09:00:00Z', producer: 'Nitro Pro 13 (13.70.0.30)' });
    expect(areSuspicious([...softwareFindings(saved, []), ...dateFindings(saved, [])])).toBe(false);
  });

  test('returns a finding of medium severity for a change after creation if the lettering shows signs of an edit', () => {
    const later = traces({ modified_at: '2026-01-10T09:00:00Z' });
    expect(severities(dateFindings(later, [], { looks_edited: true }))).toEqual(['medium']);
  });

  test('returns nothing for a fillable form, because its dates are those of the empty form', () => {
    expect(dateFindings(traces({ modified_at: '2026-03-01T00:00:00Z' }, { is_fillable: true }), [])).toEqual([]);
  });

  test('returns a finding of low severity if the metadata and XMP have different creation days', () => {
    const xmp = (created_at: string) => ({ producer: null, creator: null, created_at, modified_at: null });
    expect(severities(dateFindings(traces({ xmp: xmp('2026-01-12T09:00:00Z') }), []))).toEqual(['low']);
    expect(dateFindings(traces({ xmp: xmp('2026-01-08T23:00:00Z') }), [])).toEqual([]);
  });

  test.each([
    ['PAYSTUB', 'pay_date', '2026-01-22', []],
    ['PAYSTUB', 'pay_date', '2026-01-24', ['medium']],
    ['BANK_STATEMENT', 'period_end', '2026-01-10', []],
    ['BANK_STATEMENT', 'period_end', '2026-01-12', ['medium']],
    ['W2', 'period_end', '2026-01-31', []],
  ] as const)(
    'dateFindings compares the creation date 2026-01-08 with a %s whose %s is %s, and returns the severities %j',
    (type, name, date, wanted) => {
      expect(severities(dateFindings(traces({}), [document(type, { [name]: field(date) })]))).toEqual(wanted);
    },
  );
});

describe('dateFindings for a document whose dates are after the creation of the file', () => {
  const stub = (pay_date: string, period_end: string, confidence = 1) =>
    document('PAYSTUB', {
      pay_date: { ...field(pay_date), confidence },
      period_end: { ...field(period_end), confidence },
    });
  const found = (one: ReadDocument, making: Partial<Making> = {}) => severities(dateFindings(traces(making), [one]));

  test('returns a finding of high severity if two dates are more than 31 days after the file’s last change (its creation, if it was not changed)', () => {
    expect(found(stub('2026-02-12', '2026-02-08'))).toEqual(['medium']);
    expect(found(stub('2026-02-12', '2026-02-09'))).toEqual(['high']);
  });

  test('returns a finding of medium severity if the file was changed after its creation, because its creation date may be that of a template', () => {
    const modified_at = '2026-02-12T08:00:00Z';
    expect(found(stub('2026-02-12', '2026-02-09'), { modified_at })).toEqual(['low', 'medium']);
  });

  test('returns a finding of low severity for a scan, because the clock of the scanner may be wrong', () => {
    expect(found(stub('2026-02-12', '2026-02-09', 0.95))).toEqual(['low']);
  });

  test('returns a finding of high severity for a bank statement whose whole period is after the last change', () => {
    const statement = (period_start: string) =>
      document('BANK_STATEMENT', { period_start: field(period_start), period_end: field('2026-03-15') });
    expect(found(statement('2026-02-01'))).toEqual(['medium']);
    expect(found(statement('2026-02-15'))).toEqual(['high']);
  });
});

describe('touchUpFindings', () => {
  const marked = (is_fillable: boolean) => traces({}, { is_fillable, touch_ups: [{ page: 1 }] });

  test('returns a finding of high severity for a mark left by an editor, except in a form whose values are all in form fields', () => {
    const printed = document('W2', { wages: field('1') });
    const typed = document('W2', { wages: field('1', 'form_field') });
    expect(severities(touchUpFindings(marked(false), [printed]))).toEqual(['high']);
    expect(severities(touchUpFindings(marked(true), [printed]))).toEqual(['high']);
    expect(severities(touchUpFindings(marked(true), [typed]))).toEqual(['low']);
    expect(touchUpFindings(traces({}), [printed])).toEqual([]);
  });
});
