// Puts one question, from a file, to whoever is at this terminal; the answer goes to another file.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { humanAtTerminal } from '../../dist/cli/gate.js';
import { tolerateClosedPipes } from '../../dist/cli/terminal.js';

const [questionFile, answerFile, pictureFile, toldAs] = process.argv.slice(2);
const question = JSON.parse(readFileSync(questionFile, 'utf8'), (_, value) =>
  value?.type === 'Buffer' ? Buffer.from(value.data) : value,
);
tolerateClosedPipes();
// As in a run: a browser keeps the process alive, and a signal does not end it at once.
const alive = setInterval(() => {}, 1_000);
const ending = new AbortController();
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => ending.abort());
const keep = async (png) => {
  writeFileSync(pictureFile, png);
  return toldAs;
};
const answer = await humanAtTerminal(keep, false, ending.signal).ask(question);
// Moved there whole: whoever waits for it must not read half of it.
writeFileSync(`${answerFile}.part`, JSON.stringify(answer));
renameSync(`${answerFile}.part`, answerFile);
clearInterval(alive);
