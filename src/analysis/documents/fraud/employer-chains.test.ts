import { describe, expect, test } from 'vitest';
import { documentOf } from '#test/read-documents.ts';
import { chainSignals } from './chains.ts';
import { employerNumberFindings } from './employer-chains.ts';

const stub = (employer_name: string, employer_ein: string, confidence = 1) =>
  documentOf('PAYSTUB', { employer_name, employer_ein }, {}, { confidence });

describe('signals about employer identification numbers (EINs)', () => {
  test('an EIN causes a signal of medium severity only if the IRS has not assigned its first two digits', () => {
    expect(employerNumberFindings(stub('Quill Harbor LLC', '07-1234567'))).toMatchObject([
      { code: 'employer_mismatch', severity: 'medium', actual: '07-1234567', page: 1 },
    ]);
    expect(employerNumberFindings(stub('Quill Harbor LLC', '47-1234567'))).toEqual([]);
  });

  test('an EIN causes no signal if it is masked or was read with low confidence', () => {
    expect(employerNumberFindings(stub('Quill Harbor LLC', 'XX-XXX0789'))).toEqual([]);
    expect(employerNumberFindings(stub('Quill Harbor LLC', '07-1234567', 0.8))).toEqual([]);
  });

  test('a signal about an EIN in a scan has low severity, because a digit or the employer name may be misread', () => {
    const scanned = (name: string, ein: string) => stub(name, ein, 0.95);
    expect(employerNumberFindings(scanned('Quill Harbor LLC', '07-1234567'))).toMatchObject([{ severity: 'low' }]);
    const two = [scanned('Quill Harbor LLC', '47-1234567'), stub('Alder Works Inc.', '47-1234567')];
    expect(chainSignals(two)).toMatchObject([[{ severity: 'low' }], [{ severity: 'low' }]]);
  });

  test('each of two documents gets a signal of medium severity if they show the same EIN for different employers', () => {
    const [a, b] = [stub('Quill Harbor LLC', '47-1234567'), stub('Alder Works Inc.', '47-1234567')];
    const signals = chainSignals([a, b]);
    expect(signals.map((own) => own.map(({ code, severity }) => [code, severity]))).toEqual([
      [['employer_mismatch', 'medium']],
      [['employer_mismatch', 'medium']],
    ]);
    expect(signals[0]?.[0]).toMatchObject({ expected: 'Quill Harbor LLC', actual: 'Alder Works Inc.' });
  });

  test('the same EIN on two documents causes no signal if the names of the two employers have a word in common', () => {
    const same = [stub('Quill Harbor LLC', '47-1234567'), stub('QUILL HARBOR HOLDINGS', '47-1234567')];
    expect(chainSignals(same)).toEqual([[], []]);
  });
});
