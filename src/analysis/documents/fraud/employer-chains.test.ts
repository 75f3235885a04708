import { describe, expect, test } from 'vitest';
import { documentOf } from '#test/read-documents.ts';
import { chainSignals } from './chains.ts';
import { employerNumberFindings } from './employer-chains.ts';

const stub = (employer_name: string, employer_ein: string, confidence = 1) =>
  documentOf('PAYSTUB', { employer_name, employer_ein }, {}, { confidence });

describe('an employer identification number (EIN)', () => {
  test('causes a signal of medium severity if the IRS has not assigned its first two digits, and no signal otherwise', () => {
    expect(employerNumberFindings(stub('Quill Harbor LLC', '07-1234567'))).toMatchObject([
      { code: 'employer_mismatch', severity: 'medium', actual: '07-1234567', page: 1 },
    ]);
    expect(employerNumberFindings(stub('Quill Harbor LLC', '47-1234567'))).toEqual([]);
  });

  test('causes no signal if it is masked or was read with low confidence', () => {
    expect(employerNumberFindings(stub('Quill Harbor LLC', 'XX-XXX0789'))).toEqual([]);
    expect(employerNumberFindings(stub('Quill Harbor LLC', '07-1234567', 0.8))).toEqual([]);
  });

  test('causes a signal of low severity in a scan, because a digit or the name may be misread', () => {
    const scanned = (name: string, ein: string) => stub(name, ein, 0.95);
    expect(employerNumberFindings(scanned('Quill Harbor LLC', '07-1234567'))).toMatchObject([{ severity: 'low' }]);
    const two = [scanned('Quill Harbor LLC', '47-1234567'), stub('Alder Works Inc.', '47-1234567')];
    expect(chainSignals(two)).toMatchObject([[{ severity: 'low' }], [{ severity: 'low' }]]);
  });

  test('causes a signal of medium severity on each of two documents if they show the same number for different employers', () => {
    const [a, b] = [stub('Quill Harbor LLC', '47-1234567'), stub('Alder Works Inc.', '47-1234567')];
    const signals = chainSignals([a, b]);
    expect(signals.map((own) => own.map(({ code, severity }) => [code, severity]))).toEqual([
      [['employer_mismatch', 'medium']],
      [['employer_mismatch', 'medium']],
    ]);
    expect(signals[0]?.[0]).toMatchObject({ expected: 'Quill Harbor LLC', actual: 'Alder Works Inc.' });
  });

  test('causes no signal if the names of the two employers with this number have a word in common', () => {
    const same = [stub('Quill Harbor LLC', '47-1234567'), stub('QUILL HARBOR HOLDINGS', '47-1234567')];
    expect(chainSignals(same)).toEqual([[], []]);
  });
});
