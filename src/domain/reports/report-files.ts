// The file names of report PDFs: `<kind>-<id>.pdf`, with the report's id.

export const PAYROLL_REPORT_FILES = { income: 'income-report', employment: 'employment-report' } as const;
export const INSURANCE_REPORT_FILES = {
  all: 'insurance-report',
  home: 'home-insurance-report',
  auto: 'auto-insurance-report',
} as const;
export const DEPOSIT_REPORT_FILES = { deposit_switch: 'deposit-switch-report', pll: 'pll-report' } as const;
/**
 * The file name prefixes of a user's reports: `voie` for income and employment, `voe` for employment only, and `voa`
 * for assets.
 */
export const USER_REPORT_FILES = { voie: 'voie-report', voe: 'voe-report', voa: 'asset-report' } as const;

const KINDS = [
  ...Object.values(PAYROLL_REPORT_FILES),
  ...Object.values(INSURANCE_REPORT_FILES),
  ...Object.values(DEPOSIT_REPORT_FILES),
  ...Object.values(USER_REPORT_FILES),
];
export type ReportFile = (typeof KINDS)[number];

export const reportFileName = (kind: ReportFile, id: string): string => `${kind}-${id}.pdf`;

export const userReportFileName = ({ is_voe, id }: { is_voe: boolean; id: string }): string =>
  reportFileName(is_voe ? USER_REPORT_FILES.voe : USER_REPORT_FILES.voie, id);

const NAME = /^([a-z-]+)-([0-9a-f]{32})\.pdf$/;

/** The kind and the id of a report; `undefined` if `name` is not the file name of a report's PDF. */
export function parseReportFileName(name: string): { kind: ReportFile; id: string } | undefined {
  const [, word, id = ''] = NAME.exec(name) ?? [];
  const kind = KINDS.find((known) => known === word);
  return kind && { kind, id };
}
