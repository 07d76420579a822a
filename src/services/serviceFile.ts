import { readFileSync, statSync } from 'node:fs';
import { usageError } from '../contracts/failure.js';
import type { ServiceV1 } from '../contracts/generated.js';
import { formatProblem } from '../contracts/problems.js';
import { MAX_FILE_BYTES, readFamily } from '../contracts/read.js';

/** Whether what was given as a service is the path of a file: names have neither slashes nor endings. */
export function isServicePath(given: string): boolean {
  return /[/\\]/.test(given) || /\.json$/i.test(given);
}

/** A service that the user wrote. Rules that cannot be read to the letter are no rules, so nothing is started with them. */
export function readServiceFile(path: string): ServiceV1 {
  const read = readFamily('service', bytesOf(path));
  if (!read.ok) throw usageError(`the service file ${path} cannot be used`, ...read.problems.map(formatProblem));
  if (read.name !== 'service.v1') throw usageError(`the service file ${path} is a ${read.name}`);
  return read.value as ServiceV1;
}

function bytesOf(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) throw new Error(`it is ${size} bytes long; at most ${MAX_FILE_BYTES} are read`);
    return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? 'it is a folder' : message;
    throw usageError(`the service file ${path} cannot be read: ${why}`);
  }
}
