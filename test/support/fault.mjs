// Loaded before everything else with `node --import`: what goes wrong at the n-th write of a run's files, or at the
// n-th input that is sent to the browser. The product knows nothing of it.
import fs, { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const {
  FAULT_UNDER = '',
  FAULT_AT = '',
  FAULT_KIND = '',
  FAULT_CODE = 'EIO',
  FAULT_COUNT = '',
  FAULT_ONLY = '',
} = process.env;
const AT = Number(FAULT_AT || 0);
const points = [];

/** Counts; true at the point where it is to go wrong, and after it when it lasts. */
function isHere(what) {
  if (FAULT_ONLY !== '' && !new RegExp(FAULT_ONLY).test(what)) return false;
  points.push(what);
  if (AT === 0) return false;
  return points.length === AT || (FAULT_KIND === 'broken' && points.length > AT);
}

const die = () => process.kill(process.pid, 'SIGKILL');

function failure(what) {
  const error = new Error(`${FAULT_CODE}: injected, ${what}`);
  return Object.assign(error, { code: FAULT_CODE, errno: -5, syscall: what });
}

/** Does what this kind of fault does; true when the operation itself is to fail. */
function strike(what) {
  if (!isHere(what)) return false;
  switch (FAULT_KIND) {
    case 'kill':
      die();
      return false;
    case 'fail':
    case 'broken':
      return true;
    case 'throw':
      setImmediate(() => {
        throw new Error('injected: nobody catches this');
      });
      return false;
    case 'reject':
      void Promise.reject(new Error('injected: nobody handles this'));
      return false;
    case 'clock':
      shiftClock();
      return false;
    default:
      // SIGINT,SIGINT: so many of them, one after the other.
      for (const name of FAULT_KIND.split(',')) process.kill(process.pid, name);
      return false;
  }
}

function shiftClock() {
  const Real = Date;
  const by = Number(FAULT_CODE);
  globalThis.Date = class extends Real {
    constructor(...args) {
      super(...(args.length === 0 ? [Real.now() + by] : args));
    }
    static now() {
      return Real.now() + by;
    }
  };
}

const isOurs = (path) => typeof path === 'string' && FAULT_UNDER !== '' && path.startsWith(FAULT_UNDER);
const shortName = (path) => path.slice(FAULT_UNDER.length).replace(/^\/[^/]*/, '');
const paths = new WeakMap();

for (const name of ['mkdir', 'rename', 'link', 'unlink', 'writeFile']) {
  const real = promises[name];
  promises[name] = async (path, ...rest) => {
    if (!isOurs(path)) return real(path, ...rest);
    if (strike(`${name} ${shortName(path)}`)) throw failure(name);
    if (name === 'writeFile' && FAULT_KIND === 'kill' && isHere(`half of ${shortName(path)}`)) {
      fs.writeFileSync(path, Buffer.from(rest[0]).subarray(0, rest[0].length >> 1), rest[1]);
      die();
    }
    return real(path, ...rest);
  };
}

const realOpen = promises.open;
promises.open = async (path, flags, ...rest) => {
  const isWriting = isOurs(path) && /[wa]/.test(String(flags));
  if (isWriting && strike(`open ${shortName(path)}`)) throw failure('open');
  const handle = await realOpen(path, flags, ...rest);
  if (!isOurs(path)) return handle;
  if (!paths.has(Object.getPrototypeOf(handle))) patch(Object.getPrototypeOf(handle));
  paths.set(handle, path);
  return handle;
};

function patch(prototype) {
  paths.set(prototype, '');
  for (const name of ['write', 'sync', 'datasync']) {
    const real = prototype[name];
    prototype[name] = async function (...args) {
      const path = paths.get(this);
      if (path === undefined) return real.apply(this, args);
      if (name === 'write' && strikeWrite(this, path, args)) return { bytesWritten: 1, buffer: args[0] };
      if (name !== 'write' && strike(`${name} ${shortName(path)}`)) throw failure(name);
      return real.apply(this, args);
    };
  }
}

/** A write can also stop half way: with the process, or with a part of it taken. */
function strikeWrite(handle, path, [bytes, from, length]) {
  if (FAULT_KIND === 'kill' && isHere(`half of ${shortName(path)}`)) {
    fs.writeSync(handle.fd, bytes, from, length >> 1);
    die();
  }
  if (!strike(`write ${shortName(path)}`)) return false;
  if (FAULT_CODE !== 'SHORT') throw failure('write');
  fs.writeSync(handle.fd, bytes, from, 1);
  return true;
}

syncBuiltinESMExports();

const realWrite = Socket.prototype.write;
Socket.prototype.write = function (chunk, ...rest) {
  const kind = inputIn(chunk);
  if (kind === null) return realWrite.call(this, chunk, ...rest);
  if (strike(`before ${kind}`)) this.destroy();
  const isTaken = realWrite.call(this, chunk, ...rest);
  if (strike(`after ${kind}`)) this.destroy();
  return isTaken;
};

/** What of the page is touched by a message to the browser; null for anything else. */
function inputIn(chunk) {
  if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) return null;
  const text = chunk.length > 4_000 ? '' : chunk.toString();
  return /"method":"(Input\.dispatch\w+)".*?"type":"(\w+)"/.exec(text)?.slice(1).join(' ') ?? null;
}

if (FAULT_COUNT !== '') process.on('exit', () => fs.writeFileSync(FAULT_COUNT, points.join('\n')));
