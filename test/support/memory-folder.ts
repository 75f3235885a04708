// The folder for the files of test databases. Creating a database from the template takes 50 ms of CPU time if the
// server keeps its files in memory, and 350 ms if it keeps them on a disk.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** On Linux, files in this folder are kept in memory. */
const IN_MEMORY = '/dev/shm';
/** The data of a test run take about one gigabyte at most. In many containers the folder has only 64 megabytes. */
const FREE_BYTES_MIN = 3 * 1024 ** 3;

/** The folder whose files are kept in memory, if it exists and has enough room. Otherwise the temporary folder. */
export function memoryFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= FREE_BYTES_MIN ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
