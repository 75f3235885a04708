// On every Node version that we support, `npm run test:node` runs all tests except the browser tests. `npm run
// test:node -- 24` runs these tests on one version. The npm registry provides Node's binaries as packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const VERSIONS = ['20.19', '22', '24'];

const named = process.argv.slice(2);
const machine = `${process.platform}-${process.arch}`;
// Only the package for `darwin-arm64` has an irregular name in the registry.
const carrier = machine === 'darwin-arm64' ? `node-bin-${machine}` : `node-${machine}`;
const dir = mkdtempSync(join(tmpdir(), 'vouch-node-'));
try {
  run('build', process.execPath, ['--import', 'tsx', 'tools/build.ts']);
  for (const version of named.length > 0 ? named : VERSIONS) testOn(version);
} finally {
  rmSync(dir, { recursive: true });
}

function testOn(version: string): void {
  const prefix = join(dir, version);
  const quietly = ['--no-audit', '--no-fund', '--no-save'];
  run(`install Node ${version}`, 'npm', ['install', ...quietly, '--prefix', prefix, `${carrier}@${version}`]);
  const bin = join(prefix, 'node_modules', carrier, 'bin');
  const node = join(bin, 'node');
  run(`Node ${version}`, node, ['--version']);
  run(`tests on Node ${version}`, node, ['node_modules/vitest/vitest.mjs', 'run'], {
    // The tests start the command line through its shebang line, which looks up `node` in `PATH`.
    PATH: `${bin}${delimiter}${process.env['PATH']}`,
    TEST_VOUCH_LEAVE_OUT: 'test/browser/**',
  });
}

function run(name: string, command: string, args: string[], extra: Record<string, string> = {}): void {
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...extra } });
  if (status !== 0) throw new Error(`${name}: failed`);
}
