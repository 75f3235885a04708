// `vouch audit`: checks that nobody has changed or removed an entry of the audit log.
import type { Command } from 'commander';
import { OperatorError } from '#services/access/clients.ts';
import { type ChainReport, verifyAudit } from '#services/console/audit.ts';
import { explained, type Print, type WithHouse } from './command-parts.ts';

export function addAuditCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const command = explained(program.command('audit'), 'Checks the audit log of the console.', 'audit verify');
  explained(
    command.command('verify').option('--client <id>', 'id of the client; all clients if omitted'),
    'Computes every hash again; exits with 1 if an entry was changed, added or removed.',
    'audit verify --client 24d7a5c0f61b4f0c9a3ce1b2d4f60718',
  ).action(async ({ client }: { client?: string }) =>
    withHouse(async (house) => {
      const reports = await verifyAudit(house, client);
      if (client !== undefined && reports.length === 0) {
        throw new OperatorError(`the audit log has no entry of a client ${client}`);
      }
      print(reports, reports.map(lineOf).join('\n') || 'The audit log is empty.');
      if (reports.some(({ broken_at }) => broken_at !== null)) process.exitCode = 1;
    }),
  );
}

const lineOf = ({ client_id, entries, first_number, last_hash, broken_at }: ChainReport): string =>
  broken_at === null
    ? `${client_id}  whole: ${entries} entries from number ${first_number}, last hash ${last_hash}`
    : `${client_id}  BROKEN at entry ${broken_at}`;
