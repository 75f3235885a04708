// Generates docs/accuracy.md: the benchmark's output, for readers who have not run it.
import { OVERLAP_MIN } from './matching.ts';
import { markdown, type Table } from './tables.ts';

export type Run = {
  seeds: readonly number[];
  unseen: readonly number[];
  people: number;
  transactions: number;
  tables: readonly Table[];
  machine: string;
};

export const pageOf = ({ seeds, unseen, people, transactions, tables, machine }: Run): string =>
  `${[
    '# Accuracy of the income engine',
    '',
    'Written by `npm run bench:income -- --publish`; run it without that word to see the same figures for your checkout.',
    `${people.toLocaleString('en')} made-up people with ${transactions.toLocaleString('en')} transactions, seeds ${seeds.join(', ')} (\`--seeds 1,2\` takes others).`,
    '',
    'The people are made by `bench/income/people/`, which knows nothing of the engine: how American employers, agencies,',
    'platforms, landlords, lenders and banks pay and write. They say how the engine does on such lives, not on yours: a real',
    'statement has texts nobody thought of.',
    '',
    'Rules were written while looking at what went wrong with people of these seeds and others, and at the totals of further',
    `ones. The second table has as many people of the seeds ${unseen.join(', ')}, run for the first time when the rules of`,
    'this release stood. They are drawn from the same names and ways of writing all the same: it shows that the figures are no',
    'luck of the draw, not that they hold for a bank nobody has seen.',
    '',
    ...RULES,
    '',
    tables.map(markdown).join('\n\n'),
    '',
    `Speed was measured on ${machine}.`,
  ].join('\n')}\n`;

const RULES = [
  '## How it is counted',
  '',
  `- A source is a true stream when of the transactions in either at least ${OVERLAP_MIN * 100} % are in both; one to one, the closest first.`,
  '- A true stream is one payer on one account. With fewer than three deposits (tax refunds: one) it is not asked for,',
  '  and single checks are nobody’s guess: both are left out on both sides.',
  '- Frequency, next date, average and gross are asked of matched streams. A frequency given to money without one is wrong.',
  '  Next dates are asked from the fifth pay date on, of streams that go on and are not paid by hand; no answer is a miss.',
  '- The monthly average is the total over the true pay days (missed ones too), or over full calendar months where there is',
  '  no rhythm. Gross is what the person’s own employer withheld from, with pension and insurance of their own.',
];
