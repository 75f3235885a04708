// Functions that draw a connector's files, keyed by the `drawn_by` name in the connector's `openFile`. They are pure
// and may run in a worker thread.
import type { Account } from './contract.ts';
import { openBankFile } from './sandbox/bank-door.ts';
import { openDocument } from './sandbox/payroll/documents.ts';
import { lifeFor } from './sandbox/payroll-door.ts';

type Draw = (account: Account, file_id: string) => Promise<Buffer | undefined>;

const DRAWINGS: Readonly<Record<string, Draw>> = {
  sandbox_payroll: async (account, file_id) => (await openDocument(lifeFor(account), file_id))?.bytes,
  sandbox_bank: openBankFile,
};

export function drawFile(drawn_by: string, account: Account, file_id: string): Promise<Buffer | undefined> {
  const draw = DRAWINGS[drawn_by];
  if (draw === undefined) throw new Error(`no drawing function for ${drawn_by}`);
  return draw(account, file_id);
}
