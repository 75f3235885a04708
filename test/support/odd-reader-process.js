// A fake reader process for tests of the reader pool. The content of the file determines how the process behaves. This
// file is JavaScript, because many tests start it, and starting TypeScript takes ten times as long.
import { existsSync, writeFileSync } from 'node:fs';

const say = (said) => void process.send?.(said);

process.on('disconnect', () => process.exit(0));
process.on('message', (asked) => {
  const [order = '', argument = ''] = Buffer.from(asked.bytes ?? asked)
    .toString()
    .split(' ');
  if (order === 'loop') for (;;) Math.random();
  if (order === 'crash') process.exit(3);
  if (order === 'crash-once' && !existsSync(argument)) {
    writeFileSync(argument, '');
    process.exit(3);
  }
  if (order === 'draw') say({ outcome: { picture: Buffer.from(`page ${asked.page}`) } });
  else if (order === 'hoard') hoard();
  else if (order === 'wait') setTimeout(() => tell(), Number(argument));
  else if (order === 'ocr') {
    say({ ocr_pages: 1 });
    setTimeout(() => tell(), Number(argument));
  } else if (order === 'pages') {
    const pages = Number(argument);
    for (let page = 1; page <= pages; page++) say({ progress: { page, pages } });
    tell();
  } else tell(argument);
});
say('ready');

/**
 * Sends an outcome. Its `mime_type` is the process id, which shows a test which process read the file. If `argument` is
 * `environment`, `mime_type` lists the names of the environment variables instead. `pages_count` is the number of the
 * process's arguments.
 */
function tell(argument = '') {
  const about = argument === 'environment' ? Object.keys(process.env).toSorted().join() : String(process.pid);
  say({ outcome: { reading: { mime_type: about, pages_count: process.argv.length, documents: [] } } });
}

function hoard() {
  const kept = [];
  setInterval(() => kept.push(Buffer.alloc(20 * 1024 * 1024, 1)), 20);
}
