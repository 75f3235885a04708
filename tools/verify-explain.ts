// Recomputes an income report from the report's explanation and the bank's transactions. The engine that made the
// report is not used. Usage: tsx tools/verify-explain.ts report.json explain.json transactions.json
import { verifyFiles } from '#cli/offline/income-commands.ts';

const [report = '', explanation = '', transactions = ''] = process.argv.slice(2);
const faults = await verifyFiles(report, explanation, transactions);
process.stdout.write(faults.length === 0 ? 'Every figure is confirmed.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
