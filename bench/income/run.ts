// `npm run bench:income` measures the income engine on made-up people and fails if a result is out of bounds.
// `--publish` writes docs/accuracy.md. `--seeds 1,2` sets the seeds of the people, and `--people 50` the number of
// people per seed. `--failures` lists failures. `--unseen 3,4` sets the seeds of further people. These people are
// measured and published only with `--publish`.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { accuracyOn } from './accuracy.ts';
import { failuresIn } from './failures.ts';
import { invariantsOn } from './invariants.ts';
import { memoryOn } from './memory.ts';
import { pageOf } from './page.ts';
import { peopleOf } from './people/people.ts';
import type { Person } from './people/truth.ts';
import { speedOn } from './speed.ts';
import { boundedTable, printed, type Table } from './tables.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '11,23,37,58,71' },
    people: { type: 'string', default: '200' },
    publish: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    // The seeds of the unseen people. The authors of the income rules never look at the failures for people from these
    // seeds. They may look at the failures for all other people.
    unseen: { type: 'string', default: '3001,3002,3003,3004,3005' },
  },
});
const seedsIn = (text: string): number[] => text.split(',').map(Number);
const peopleFrom = (from: readonly number[]): Person[] => from.flatMap((seed) => peopleOf(seed, Number(values.people)));
const seeds = seedsIn(values.seeds);
const people = peopleFrom(seeds);
const transactions = people.reduce((sum, person) => sum + person.transactions.length, 0);
const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, Node.js ${process.version}`;
console.log(`${people.length} people, ${transactions} transactions, seeds ${seeds.join(', ')}; ${machine}`);

const { figures, tables, outcomes } = accuracyOn(people);
// Invariants are checked for every eighth person, which is enough.
const invariants = invariantsOn(people.filter((_, at) => at % 8 === 0)).map(({ name, broken }) => ({
  name,
  value: broken.length === 0 ? 'always' : `not for ${broken.slice(0, 3).join(', ')}`,
  of: String(Math.ceil(people.length / 8)),
  bound: 'always',
  holds: broken.length === 0,
}));
const speed = [...speedOn(people), memoryOn()];
const unseen = values.publish ? accuracyOn(peopleFrom(seedsIn(values.unseen))).figures : [];
const again = boundedTable('The same on people who were run once, after the last rule', unseen);
const all: Table[] = [
  ...tables.slice(0, 1),
  ...(values.publish ? [again] : []),
  ...tables.slice(1),
  boundedTable('For every person', invariants),
  boundedTable('Speed and memory', speed),
];
for (const table of all) console.log(printed(table));
if (values.failures) console.log(failuresIn(outcomes));
if (values.publish) {
  writeFileSync(
    'docs/accuracy.md',
    pageOf({ seeds, unseen: seedsIn(values.unseen), people: people.length, transactions, tables: all, machine }),
  );
}
if ([...figures, ...unseen, ...invariants, ...speed].some(({ holds }) => !holds)) process.exitCode = 1;
