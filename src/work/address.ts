import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { usageError } from '../contracts/failure.js';

/** A URL as it is, or the address of a file that exists. */
export function addressOf(page: string): string {
  if (/^(?:https?|file):\/\//i.test(page) || page === 'about:blank') return page;
  if (isFile(page)) return pathToFileURL(page).href;
  if (/^[a-z][a-z0-9+.-]*:/i.test(page) && !/^[^/]+:\d+(?:\/|$)/.test(page)) {
    throw usageError(
      `${JSON.stringify(page)} is not a page that can be opened`,
      'give an http, https or file URL, or a file',
    );
  }
  const guess = /^(?:localhost|127\.0\.0\.1)(?::|\/|$)/.test(page) ? `http://${page}` : `https://${page}`;
  throw usageError(
    `${JSON.stringify(page)} is neither a URL nor a file that exists`,
    ...(/^[\w.-]+\.[a-z]{2,}|^localhost|^127\./i.test(page) ? [`did you mean ${guess} ?`] : ['give a full URL']),
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
