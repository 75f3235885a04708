// The list of all providers that Vouch connects to.
import type { Connector } from './contract.ts';
import { documentsConnector } from './documents/connector.ts';
import { filesConnector } from './files/connector.ts';
import { vouchBank } from './sandbox/vouch-bank.ts';
import { type BankAddress, vouchBankOauth } from './sandbox/vouch-bank-oauth.ts';
import { vouchInsurance } from './sandbox/vouch-insurance.ts';
import { vouchPayroll } from './sandbox/vouch-payroll.ts';
import { vouchTax } from './sandbox/vouch-tax.ts';

/** Connectors by id. The sandbox's OAuth bank is part of this service, so its connector needs the service's address. */
export function connectors(bank: BankAddress): ReadonlyMap<string, Connector> {
  return new Map(builtIn(bank).map((connector) => [connector.manifest.id, connector]));
}

const builtIn = (bank: BankAddress): Connector[] => [
  vouchPayroll,
  vouchBank,
  vouchBankOauth(bank),
  vouchInsurance,
  vouchTax,
  documentsConnector,
  filesConnector,
];

/** The ids that providers.json must not use. */
export const BUILT_IN_IDS: ReadonlySet<string> = new Set(
  builtIn({ base_url: 'http://localhost', public_url: 'http://localhost', bank_secret: '' }).map(
    ({ manifest }) => manifest.id,
  ),
);
