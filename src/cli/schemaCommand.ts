import { closest } from '../contracts/closest.js';
import { usageError } from '../contracts/failure.js';
import { contractNames, isContractName, loadSchema } from '../contracts/schemas.js';
import { print, printJson, wrap } from './terminal.js';

export function runSchema(name: string | undefined, json: boolean): void {
  if (name === undefined) listContracts(json);
  else if (isContractName(name)) printJson(loadSchema(name));
  else throw unknownContract(name);
}

function listContracts(json: boolean): void {
  const rows = contractNames().map((name) => ({ name, description: String(loadSchema(name)['description']) }));
  if (json) {
    printJson(rows);
    return;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, description } of rows) print(`${name.padEnd(width)}  ${wrap(description, ' '.repeat(width + 2))}`);
}

export function unknownContract(name: string): Error {
  const near = closest(name, contractNames());
  const hint = near ? `did you mean ${near}?` : 'agent schema lists them';
  return usageError(`there is no contract ${JSON.stringify(name)}`, hint);
}
