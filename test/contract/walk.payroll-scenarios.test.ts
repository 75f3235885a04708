// Contract, section 24.3: the sample people of the sandbox payroll provider have the data that the table describes.
import { describe, expect, test } from 'vitest';
import { link as linkShape, task as taskShape } from './shapes/links.ts';
import { employmentReport, incomeReport, profile, shift, statement } from './shapes/payroll.ts';
import { type Connection, startWalk } from './shapes/walk.ts';

const walk = startWalk();
const { expectRead, expectAll, connect, connectOnce, exchanged, finish } = walk;

const login = (username: string) => ({ provider_id: 'vouch_payroll', product_type: 'income', username });
const base = async (username: string) => `/v1/links/${(await connectOnce(login(username))).link_id}/`;
/**
 * Whether a field has a value. A field without a value is null, an empty list or, if the specification does not contain
 * the field, absent.
 */
const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

describe('section 24.3: sample people of the sandbox payroll provider', () => {
  const employmentsOf = async (username: string) =>
    (await expectRead(incomeReport, `${await base(username)}income/report/`)).employments;
  const profileOf = async (username: string) => expectRead(profile, `${await base(username)}identity/`);
  const dayBefore = async (months: number): Promise<string> => {
    const day = await walk.now();
    day.setUTCMonth(day.getUTCMonth() - months);
    return day.toISOString().slice(0, 10);
  };

  test('the sample login `goodlogin` has an active full-time job with biweekly pay, 24 months of statements, 2 W-2s and 2 bank accounts', async () => {
    const [job, ...others] = await employmentsOf('goodlogin');
    expect(others).toEqual([]);
    expect(job).toMatchObject({ is_active: true, job_type: 'F', pay_frequency: 'BW' });
    expect(job.w2s).toHaveLength(2);
    expect(job.bank_accounts).toHaveLength(2);
    expect(job.statements.length).toBeGreaterThanOrEqual(51);
    expect(job.statements.length).toBeLessThanOrEqual(54);
    expect(await profileOf('goodlogin')).toMatchObject({ ssn: '*****9991' });
  });

  test('the sample login `fulltime` has a full-time job with commission, and an SSN that ends in 2211', async () => {
    const [job] = await employmentsOf('fulltime');
    expect(job).toMatchObject({ is_active: true, job_type: 'F' });
    expect(job.statements.some(({ commission }: { commission: string | null }) => Number(commission) > 0)).toBe(true);
    expect(await profileOf('fulltime')).toMatchObject({ ssn: '*****2211' });
  });

  test('the sample login ’hourly.part-time’ has an hourly part-time job with shifts, and an SSN that ends in 2548', async () => {
    const [job] = await employmentsOf('hourly.part-time');
    expect(job).toMatchObject({ is_active: true, job_type: 'P', income_unit: 'HOURLY' });
    const shifts = await expectAll(shift, `${await base('hourly.part-time')}shifts/`);
    expect(shifts).not.toEqual([]);
    expect(new Set(shifts.map(({ employment_id }) => employment_id))).toEqual(new Set([job.id]));
    expect(await profileOf('hourly.part-time')).toMatchObject({ ssn: '*****2548' });
  });

  test('the sample login `multiple.employments` has one active job and two ended jobs', async () => {
    const jobs = await employmentsOf('multiple.employments');
    expect(jobs.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([true, false, false]);
    for (const { end_date } of jobs.slice(1)) expect(end_date).not.toBeNull();
    expect(jobs[0].end_date).toBeNull();
  });

  test.each([
    ['goodlogin.tn1', 6],
    ['goodlogin.tn2', 3],
  ])('the sample login ’%s’ has a job that began about %i months ago', async (username, months) => {
    const [job] = await employmentsOf(username);
    expect(job.start_date >= (await dayBefore(months + 1)), job.start_date).toBe(true);
    expect(job.start_date <= (await dayBefore(months - 1)), job.start_date).toBe(true);
  });

  test.each([
    ['weekly', 'W'],
    ['biweekly', 'BW'],
    ['semimonthly', 'SM'],
    ['monthly', 'M'],
  ])('the sample login ’%s’ has pay_frequency %s', async (username, pay_frequency) => {
    expect(await employmentsOf(username)).toMatchObject([{ pay_frequency }]);
  });

  test('the login `former.employee` has only an ended job', async () => {
    const jobs = await employmentsOf('former.employee');
    expect(jobs).toMatchObject([{ is_active: false, end_date: expect.any(String) }]);
  });

  test('the login `missing.data` has no value in the fields that missing_data_fields lists', async () => {
    const jobs = await employmentsOf('missing.data');
    const missing = jobs.flatMap((job: Record<string, unknown> & { missing_data_fields: string[] }) =>
      job.missing_data_fields.map((name) => [name, job[name]]),
    );
    expect(missing).not.toEqual([]);
    const present = missing.filter(([, value]: [string, unknown]) => isThere(value));
    expect(present).toEqual([]);
  });

  test('for the sample login `suspicious`, is_suspicious is true in the reports, the link and the task, and the task still ends with done', async () => {
    const { link_id, task_id } = await connectOnce(login('suspicious'));
    expect(await expectRead(incomeReport, `/v1/links/${link_id}/income/report/`)).toMatchObject({
      is_suspicious: true,
    });
    expect(await expectRead(employmentReport, `/v1/links/${link_id}/employment/report/`)).toMatchObject({
      is_suspicious: true,
    });
    expect(await expectRead(linkShape, `/v1/links/${link_id}/`)).toMatchObject({ is_suspicious: true });
    expect(await expectRead(taskShape, `/v1/tasks/${task_id}/`)).toMatchObject({ is_suspicious: true, status: 'done' });
  });

  test('the login `changed.on.refresh` gets one more statement and higher pay with every refresh', async () => {
    const connection = await connect(login('changed.on.refresh'));
    const access_token = await exchanged(connection);
    const url = `/v1/links/${connection.link_id}/income/report/`;
    let [before] = (await expectRead(incomeReport, url)).employments;
    for (let i = 0; i < 2; i++) {
      await walk.send('POST', '/v1/refresh/tasks/', { access_token });
      await finish();
      const [after] = (await expectRead(incomeReport, url)).employments;
      expect(after.id).toBe(before.id);
      expect(after.statements).toHaveLength(before.statements.length + 1);
      expect(Number(after.pay_rate)).toBeGreaterThan(Number(before.pay_rate));
      before = after;
    }
  });

  test('two connections with the same login on the same day have the same pay statements', async () => {
    const [first, second] = [await connect(login('goodlogin')), await connect(login('goodlogin'))];
    const payOf = async ({ link_id }: Connection) =>
      (await expectAll(statement, `/v1/links/${link_id}/statements/`)).map(
        ({ pay_date, gross_pay, net_pay, earnings }) => ({
          pay_date,
          gross_pay,
          net_pay,
          earnings,
        }),
      );
    expect(await payOf(first)).toEqual(await payOf(second));
  });
});
