// Puts one question, from a file, to whoever is at this terminal; the answer goes to another file.
import { readFileSync, writeFileSync } from 'node:fs';
import { humanAtTerminal } from '../../dist/cli/gate.js';
import { tolerateClosedPipes } from '../../dist/cli/terminal.js';

const [questionFile, answerFile, pictureFile] = process.argv.slice(2);
const question = JSON.parse(readFileSync(questionFile, 'utf8'), (_, value) =>
  value?.type === 'Buffer' ? Buffer.from(value.data) : value,
);
tolerateClosedPipes();
// A browser would keep the process alive as well: an input that ends must not be waited for.
const alive = setInterval(() => {}, 1_000);
const keep = async (png) => {
  writeFileSync(pictureFile, png);
  return pictureFile;
};
process.on('SIGHUP', () => {});
const answer = await humanAtTerminal(keep, false).ask(question);
writeFileSync(answerFile, JSON.stringify(answer));
clearInterval(alive);
