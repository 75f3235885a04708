import { describe, expect, test } from 'vitest';
import { NO_ADDRESS } from '#connectors/blanks.ts';
import { STUB, stub, uploaded, type Values, without } from '#test/uploaded-documents.ts';
import { firstData } from './link-data.ts';

const LINK = 'a'.repeat(32);
const TODAY = '2026-03-04';
type Documents = Parameters<typeof firstData>[0];

const employments = (documents: Documents, today = TODAY) =>
  firstData(documents, { product: 'income', link_id: LINK, today }).employments ?? [];
function only(documents: Documents, today = TODAY) {
  const [employment, ...more] = employments(documents, today);
  if (employment === undefined || more.length > 0) throw new Error(`expected one employment, not ${more.length + 1}`);
  return employment;
}
const w2 = (number: number, values: Values = {}) =>
  uploaded(number, 'W2', { year: '2025', employer_name: 'Larkspur Analytics', wages: 8_000_000n, ...values });

describe('an employment from documents', () => {
  test('an employment has the employer and the person of the newest stub', () => {
    const older = stub(2, { pay_date: '2026-02-06', employee_address: '1 Old Road, Boulder, CO 80301' });
    const employment = only([stub(1), older]);
    expect(employment.company).toEqual({
      name: 'Larkspur Analytics, LLC',
      address: { street: '1600 Wynkoop Terrace', city: 'Denver', state: 'CO', zip: '80202', country: 'US' },
      phone: null,
      ein: '99-9000001',
    });
    expect(employment.profile).toMatchObject({
      first_name: 'Jordan',
      last_name: 'Vale',
      full_name: 'Jordan Q. Vale',
      middle_initials: 'Q',
      ssn: null,
      home_address: { street: '88 Juniper Court, Apt 4', city: 'Boulder' },
    });
    expect(employment).toMatchObject({ external_last_updated: '2026-02-20', pay_frequency: 'BW', start_date: null });
  });

  test('an employment takes a value from another document if the newest document does not have the value', () => {
    const bare = without(stub(1), 'employee_address', 'employer_address');
    const employment = only([
      bare,
      w2(2, { employee_ssn: '991-91-9991', employee_address: '5 Elm St, Erie, PA 16501' }),
    ]);
    expect(employment.profile).toMatchObject({ ssn: '991919991', home_address: { city: 'Erie' } });
    expect(employment.company.address).toEqual(NO_ADDRESS);
  });

  test('an employment has an SSN only if all nine digits of the SSN are printed', () => {
    expect(only([stub(1, { employee_ssn: '991-91-9991' })]).profile.ssn).toBe('991919991');
    expect(only([stub(1, { employee_ssn: 'XXX-XX-9991' })]).profile.ssn).toBeNull();
  });

  test('an employment lists the fields that are not in the documents', () => {
    const { missing_data_fields, derived_fields } = only([stub(1)]);
    expect(missing_data_fields).toEqual(
      expect.arrayContaining(['start_date', 'original_hire_date', 'end_date', 'job_title', 'company.phone', 'w2s']),
    );
    expect(missing_data_fields).toEqual(expect.arrayContaining(['profile.ssn', 'profile.email', 'bank_accounts']));
    expect(missing_data_fields).not.toContain('statements');
    expect(derived_fields).toEqual([
      'is_active',
      'income',
      'income_unit',
      'pay_frequency',
      'external_last_updated',
      'annual_income_summary',
    ]);
    expect(only([w2(1)]).missing_data_fields).toContain('statements');
  });

  test('the pay frequency is computed from pay periods and pay dates; if they show no frequency, the printed frequency is used', () => {
    const printed = (values: Values, pay_frequency: 'biweekly' | 'monthly') => ({
      ...stub(1, values),
      terms: { pay_frequency },
    });
    const dated = only([printed({}, 'monthly')]);
    expect([dated.pay_frequency, dated.derived_fields.includes('pay_frequency')]).toEqual(['BW', true]);
    const undated = only([without(printed({}, 'biweekly'), 'period_start')]);
    expect([undated.pay_frequency, undated.derived_fields.includes('pay_frequency')]).toEqual(['BW', false]);
    expect(only([without(stub(1), 'period_start')]).pay_frequency).toBeNull();
  });

  test('an employment lists the gross pay of W-2s as a derived field', () => {
    expect(only([stub(1)]).derived_fields).not.toContain('w2s.gross_pay');
    expect(only([w2(1)]).derived_fields).toContain('w2s.gross_pay');
  });

  test('an employment is active for 60 days after the last pay date', () => {
    expect(only([stub(1)], '2026-04-21').is_active).toBe(true);
    expect(only([stub(1)], '2026-04-22').is_active).toBe(false);
    expect(only([w2(1)]).is_active).toBe(false);
  });

  test('an employment is created from a W-2 alone', () => {
    expect(only([w2(1, { employee_name: 'VALE, JORDAN' })])).toMatchObject({
      company: { name: 'Larkspur Analytics', ein: null },
      profile: { full_name: 'JORDAN VALE' },
      income: null,
      pay_frequency: null,
      external_last_updated: null,
    });
  });

  test('each employer has one employment; active employments are listed first', () => {
    const former = stub(1, { employer_name: 'Sunny Fork Market', employer_ein: '99-9000003', pay_date: '2025-05-02' });
    expect(
      employments([former, stub(2), stub(3, { pay_date: '2026-02-06' })]).map(({ company }) => company.name),
    ).toEqual(['Larkspur Analytics, LLC', 'Sunny Fork Market']);
  });

  test('an employment keeps its id when documents are added, and has a different id in another link', () => {
    const [before, after] = [only([stub(1)]), only([stub(1), w2(2, { employer_ein: '99-9000001' })])];
    expect(after.id).toBe(before.id);
    expect(after.profile.id).toBe(before.profile.id);
    const other = firstData([stub(1)], { product: 'income', link_id: 'c'.repeat(32), today: TODAY }).employments;
    expect(other?.[0]?.id).not.toBe(before.id);
  });
});

describe('the base pay of an employment from documents', () => {
  const pay = (...earnings: Values[]) => {
    const { income, income_unit, pay_rate } = only([stub(1, {}, { earnings })]);
    return { income, income_unit, pay_rate };
  };

  test('the base pay is the hourly rate if hours times rate is the amount of the line', () => {
    expect(pay({ description: 'Regular', hours: 8_000n, rate: 3_500n, current: 280_000n })).toEqual({
      income: 3_500n,
      income_unit: 'HOURLY',
      pay_rate: null,
    });
  });

  test('the base pay is the salary of a pay period if a line is named salary', () => {
    expect(pay({ description: 'Salary', current: 320_000n })).toEqual({
      income: null,
      income_unit: null,
      pay_rate: 320_000n,
    });
  });

  test('the base pay is unknown if several lines are named salary, or if no line shows a salary or an hourly rate', () => {
    const unknown = { income: null, income_unit: null, pay_rate: null };
    expect(pay({ description: 'Regular', hours: 8_000n, current: 280_000n })).toEqual(unknown);
    expect(pay({ description: 'Regular', hours: 8_000n, rate: 3_500n, current: 300_000n })).toEqual(unknown);
    expect(pay({ description: 'Salary', current: 2n }, { description: 'Salary retro', current: 1n })).toEqual(unknown);
  });

  test('the base pay is taken from the newest statement', () => {
    const raised = { description: 'Regular', hours: 8_000n, rate: 4_000n, current: 320_000n };
    const documents = [stub(1, {}, { earnings: [raised] }), stub(2, { pay_date: '2026-02-06' })];
    expect(only(documents).income).toBe(4_000n);
  });
});

describe('the accounts for deposits', () => {
  const accounts = (...distributions: Values[]) => only([stub(1, {}, { distributions })]).bank_accounts;

  test('a deposit account has the deposit type E (all of the pay) if the whole net pay goes to this account', () => {
    expect(accounts({ description: 'Checking', account_mask: '4721', current: 240_000n })).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        bank_name: null,
        account_name: 'Checking',
        account_number: '****4721',
        routing_number: null,
        account_type: 'C',
        deposit_type: 'E',
        deposit_value: null,
      },
    ]);
  });

  test('deposit accounts have no deposit type if pay is divided between several accounts', () => {
    const rows = [
      { description: 'Harvest Credit Union', account_mask: '1111', current: 200_000n },
      { description: 'Savings', account_mask: '2222', current: 40_000n },
      { current: 0n },
      { current: 0n },
    ];
    const shown = accounts(...rows);
    expect(shown.map(({ deposit_type }) => deposit_type)).toEqual([null, null, null, null]);
    expect(shown.map(({ account_type }) => account_type)).toEqual([null, 'S', null, null]);
    expect(shown[0]).toMatchObject({ bank_name: 'Harvest Credit Union', account_name: null });
    expect(new Set(shown.map(({ id }) => id)).size).toBe(4);
  });

  test('a deposit account has no deposit type if it is the only account listed and receives only a part of net pay', () => {
    expect(accounts({ description: 'Checking', current: 100_000n })[0]?.deposit_type).toBeNull();
  });

  test('the deposit accounts of an employment are taken from the newest stub that lists deposit accounts', () => {
    const listed = stub(2, { pay_date: '2026-02-06' }, { distributions: [{ account_mask: '1111' }] });
    const older = stub(3, { pay_date: '2026-01-23' }, { distributions: [{ account_mask: '2222' }] });
    expect(only([older, stub(1), listed]).bank_accounts.map(({ account_number }) => account_number)).toEqual([
      '****1111',
    ]);
  });
});

test('a stub without an employer yields income data, but no employment data', () => {
  const unnamed = uploaded(1, 'PAYSTUB', STUB);
  const documents = [without(unnamed, 'employer_name', 'employer_ein')];
  expect(only(documents).company.name).toBeNull();
  expect(() => firstData(documents, { product: 'employment', link_id: LINK, today: TODAY })).toThrow(
    'No employment data was found in the document.',
  );
});
