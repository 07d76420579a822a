// The real command with a browser that needs no screen: agent login TARGET NAME.
import { runLogin } from '../../dist/cli/loginCommand.js';
import { reportError } from '../../dist/cli/reportError.js';

const [target = '', profile = ''] = process.argv.slice(2);
await runLogin(target, { profile }, false).catch((error) => reportError(error, false));
