import { expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { parseFileName } from './link-files.ts';
import {
  DEPOSIT_REPORT_FILES,
  INSURANCE_REPORT_FILES,
  PAYROLL_REPORT_FILES,
  parseReportFileName,
  reportFileName,
  USER_REPORT_FILES,
  userReportFileName,
} from './report-files.ts';

const KINDS = [PAYROLL_REPORT_FILES, INSURANCE_REPORT_FILES, DEPOSIT_REPORT_FILES, USER_REPORT_FILES].flatMap((files) =>
  Object.values(files),
);

test.each(KINDS)(
  'parseReportFileName reads the kind and the id from a file name of the kind %s; parseFileName, which reads the names of links’ files, rejects this name',
  (kind) => {
    const id = newId();
    const name = reportFileName(kind, id);
    expect(name).toBe(`${kind}-${id}.pdf`);
    expect(parseReportFileName(name)).toEqual({ kind, id });
    expect(parseFileName(name)).toBe(undefined);
  },
);

test('the file name of a user’s report starts with voie-report for income and employment, and with voe-report for employment without income', () => {
  const id = newId();
  expect(userReportFileName({ id, is_voe: false })).toBe(`voie-report-${id}.pdf`);
  expect(userReportFileName({ id, is_voe: true })).toBe(`voe-report-${id}.pdf`);
});

test.each([
  'income-report.pdf',
  `income-report-${'0'.repeat(31)}.pdf`,
  `income-report-${'0'.repeat(33)}.pdf`,
  `income-report-${'0'.repeat(32)}.pdf.exe`,
  `Income-report-${'0'.repeat(32)}.pdf`,
  `statement-${'0'.repeat(32)}.pdf`,
  `toString-${'0'.repeat(32)}.pdf`,
  `../income-report-${'0'.repeat(32)}.pdf`,
])('%s is not the file name of a report', (name) => {
  expect(parseReportFileName(name)).toBe(undefined);
});
