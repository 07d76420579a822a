/** The same flag means the same in every command, so its words stand here once. */
export const FLAGS = {
  viewport: ['--viewport <size>', 'width x height of the window; 1280x800 by default'],
  browser: ['--browser <path>', 'the browser to use'],
  headed: ['--headed', 'with a window, in which you can log in when a page asks for it'],
  profile: ['--profile <name>', 'begin with the session that agent login has kept'],
  cdp: ['--cdp <url>', 'work in a browser that runs already, in a tab of its own: http://127.0.0.1:9222'],
  out: ['--out <dir>', 'where the run folder goes; .agent/runs by default'],
  key: ['--idempotency-key <key>', 'do it once: later runs under the same key are told what came of it'],
  forceNew: ['--force-new', 'do it again although nobody knows what the last run under the key has done'],
  json: ['--json', 'print the result as JSON'],
  quiet: ['-q, --quiet', 'no progress'],
} as const;
