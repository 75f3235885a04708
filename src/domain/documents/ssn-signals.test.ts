import { describe, expect, it } from 'vitest';
import { ssnSignals } from './ssn-signals.ts';

const BOX = { left: 10, top: 20, right: 30, bottom: 40 };
const document = (value: string, confidence = 1) => ({
  fields: { employee_ssn: { value, raw: value, page: 2, box: BOX, method: 'label' as const, confidence } },
});

describe('the SSN on a document', () => {
  it('that is not the SSN of the user is a strong sign, with its place but without the number', () => {
    const signals = ssnSignals(document('991-91-9992'), { ssn: '991919991' });
    expect(signals).toMatchObject([{ code: 'ssn_mismatch', severity: 'high', page: 2, box: BOX }]);
    expect(JSON.stringify(signals)).not.toMatch(/9991|9992/);
  });

  it.each([
    ['the same number', document('991919991'), '991919991'],
    ['the same last four digits', document('XXX-XX-9991'), '991919991'],
    ['digits that are no SSN', document('99-2'), '991919991'],
    ['a number that may be misread', document('991-91-9992', 0.89), '991919991'],
    ['a user with four digits', document('991-91-9992'), '9991'],
  ])('is no sign with %s', (_case, read, ssn) => expect(ssnSignals(read, { ssn })).toEqual([]));

  it('that shows other last four digits is a sign too', () => {
    expect(ssnSignals(document('XXX-XX-9992'), { ssn: '991919991' })).toHaveLength(1);
  });

  it('is no sign for an unknown user', () => {
    expect(ssnSignals(document('991-91-9992'), undefined)).toEqual([]);
    expect(ssnSignals(document('991-91-9992'), { ssn: null })).toEqual([]);
  });

  it('is a sign from a confidence of 0.9', () => {
    expect(ssnSignals(document('991-91-9992', 0.9), { ssn: '991919991' })).toHaveLength(1);
  });
});
