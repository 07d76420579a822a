import type { RequestListener } from 'node:http';

/** A site for members: a new session with every page, and whoever has none is sent to sign in. */
export interface Members {
  listener: RequestListener;
  /** The sessions that are good now. */
  sessions: Set<string>;
  /** What it wants of a member before it goes on. */
  wants: 'nothing' | 'captcha' | 'code' | 'another login';
}

const PAGE = `<title>Account</title><h1>Your account</h1><a href="/next">Next</a>
  <button onclick="document.title = 'Saved'">Show plan</button>`;
const LOGIN = `<title>Sign in</title><h1>Sign in</h1><form method=post action="/in"><label>Email <input type=email></label>
  <label>Password <input type=password></label><button>Sign in</button></form>`;
/** Stands for the human who fills it in and sends it. */
const BY_ITSELF = '<script>document.forms[0].submit()</script>';

export function membersSite(): Members {
  let count = 0;
  const members: Members = {
    sessions: new Set(),
    wants: 'nothing',
    listener(request, response) {
      const path = request.url ?? '/';
      const [, sid = ''] = /(?:^|; )sid=(\w+)/.exec(request.headers.cookie ?? '') ?? [];
      const begin = (): void => {
        const next = `s${++count}`;
        members.sessions.add(next);
        response.setHeader('set-cookie', `sid=${next}; Path=/; HttpOnly`);
      };
      response.setHeader('content-type', 'text/html');
      if (path === '/favicon.ico') {
        response.writeHead(404).end();
      } else if (path === '/in') {
        begin();
        members.wants = 'nothing';
        response.writeHead(302, { location: '/' }).end();
      } else if (path.startsWith('/login')) {
        response.end(path.includes('by-itself') ? LOGIN + BY_ITSELF : LOGIN);
      } else if (!members.sessions.has(sid)) {
        response.writeHead(302, { location: '/login' }).end();
      } else {
        begin();
        response.statusCode = members.wants === 'another login' ? 401 : 200;
        response.end(pageFor(members.wants));
      }
    },
  };
  return members;
}

function pageFor(wants: Members['wants']): string {
  switch (wants) {
    case 'nothing':
      return PAGE;
    case 'captcha':
      return '<title>Just a moment...</title><h1>Verify you are human</h1>';
    case 'code':
      return `<title>Two-step verification</title><h1>Enter the code we sent you</h1><form method=post action="/in">
        <label>Verification code <input autocomplete=one-time-code></label><button>Verify</button></form>`;
    case 'another login':
      return '<title>401 Unauthorized</title><h1>Unauthorized</h1>';
  }
}
