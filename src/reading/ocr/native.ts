// Runs OCR with the program `tesseract`. The program reads the picture from its standard input and writes hOCR to its
// standard output.
import { type ChildProcess, spawn } from 'node:child_process';
import { type OcrEngine, pngOf, SPARSE_TEXT } from './engine.ts';

/** Returns undefined if the program or its English data is not installed. */
export async function openNativeEngine(): Promise<OcrEngine | undefined> {
  const running = new Set<ChildProcess>();
  const languages = await outputOf(['--list-langs'], undefined, running).catch(() => '');
  if (!languages.split(/\s+/).includes('eng')) return undefined;
  return {
    async hocrOf(picture) {
      const dpi = String(Math.round(picture.dpi));
      const settings = ['-l', 'eng', '--psm', SPARSE_TEXT, '--dpi', dpi, '-c', 'tessedit_create_hocr=1'];
      return outputOf(['stdin', 'stdout', ...settings], await pngOf(picture), running);
    },
    async close() {
      for (const process of running) process.kill('SIGKILL');
    },
  };
}

function outputOf(args: string[], input: Buffer | undefined, running: Set<ChildProcess>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { PATH, TESSDATA_PREFIX, LD_LIBRARY_PATH } = process.env;
    // Several threads hardly speed up one page, but they slow down everything else on the machine.
    const env = { PATH, TESSDATA_PREFIX, LD_LIBRARY_PATH, OMP_THREAD_LIMIT: '1' };
    const child = spawn('tesseract', args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    running.add(child);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A program that ends early closes its input, which causes an error here. The exit code of the program reports the
    // actual error.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`tesseract ended with code ${code}`));
    });
    child.stdin.end(input);
  });
}
