interface Topic {
  title: string;
  text: string;
}

/** What does not belong to one command alone. Written for a terminal of eighty columns. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  approvals: {
    title: 'When you are asked, and what a yes is worth',
    text: `The system asks, not the model: at the checkpoints of a service, and before whatever
the words on the real element say cannot be taken back - delete, pay, confirm, send and
the like in many languages - before secrets are entered or sent, and before OK is
answered to a question of the page. Where you were not asked, what would be sent is read
first: a request that says delete, cancel, pay or the like is kept back, and the same
once more asks you.

The answer comes from the terminal alone. Without one it is no. There is no flag,
variable, file or setting that says yes. A yes holds for one act: this page, this
element, this form, these values. If anything of it changes before the click, the yes is
void and you are asked again. What you refuse once is refused for the whole run.

A model can ask you, too; your yes to it opens nothing.`,
  },
  criteria: {
    title: 'What counts as done (--expect)',
    text: `url contains /done            the address, case as written
title contains "cancelled"    the page's title
heading contains thank        a heading
text contains "order 12"      any text of the page
button "Finish" gone          no such element
link "Restart" visible        such an element, by role and name

All of them must hold, on a page that was the same twice in a row. Without --expect the
service's own criteria decide; without those a second question to the model does, about
what was observed, and less than 0.70 is no.`,
  },
  'exit-codes': {
    title: 'What the exit code means',
    text: `0    completed and verified
1    failed: the goal was not reached
2    usage, configuration, or an invalid or unsupported file; nothing was started
3    rejected: a human said no or none could be asked, policy, budget, idempotency conflict
4    the model or its API failed
5    the environment failed: browser missing or lost, disk
9    unknown outcome: something was done and what came of it was not seen; never retried
70   a bug in agent
129, 130, 143   ended by SIGHUP, SIGINT, SIGTERM`,
  },
  files: {
    title: 'What a run leaves behind',
    text: `.agent/runs/<task_id>/        for you alone (0700, files 0600), ignored by git
  task_events.jsonl           what happened, each line on disk before the next step
  task_result.json            how it ended
  task_command.json           the run as a task: agent replay latest
  snapshots/, screenshots/    what was seen at each step

agent runs lists them, agent show ID tells one, agent report ID makes a page of it.
agent validate checks any of these files; agent schema prints their contracts.`,
  },
  logins: {
    title: 'Sites that want to know who you are',
    text: `agent login SITE --profile NAME opens a window. You log in, press Enter, and the
session is kept under that name, for your eyes only. --profile NAME begins a run, a
replay or a snapshot with it; after a success it is brought up to date. agent profiles
lists them.

Without a screen: log in elsewhere and copy the profile, or work in a browser that
runs already with --cdp http://127.0.0.1:9222. With --headed the run waits for you at
a login, a code or a captcha; without a window it ends there, with exit code 3. agent
never types a password that you did not give it, and solves no captcha.`,
  },
  models: {
    title: 'Which model works, and without any',
    text: `--model claude-...      a Claude model; needs ANTHROPIC_API_KEY
--model playbook        no model: a goal that says word for word what to do
                        (click "A", fill "B" with "c", select "D" in "E", scroll down),
                        or the playbook of the service
--model script:FILE     a written conversation (script.v1), for tests

Budgets: --max-turns, --max-tokens, --max-cost-usd, --max-time. Replay costs nothing.`,
  },
  replay: {
    title: 'What a replay does, and where it stops',
    text: `agent replay latest does the newest run again: same steps, no model, no cost. Each
selector has to find one element, of the role, name and number that were recorded, and
each step has to do what it did. Else it stops, and nothing is guessed.

--allow-fallback looks for the same element by other signs, and says so as drift;
--write-healed FILE keeps what was found. You are asked as in any run: a yes in a file
counts for nothing. --var NAME=VALUE gives what the file only has a name for.

With an idempotency key a task is done once, whoever starts it and how often.`,
  },
  services: {
    title: 'Sites that agent knows, and your own',
    text: `A service is data: where it starts, the domains it keeps to, what the model should know,
where you are asked, and what counts as done or failed. agent services lists the built-in
ones; --service ./my-service.json takes one of yours (agent schema service.v1).

A service can add stops. Nothing in a file takes one away.`,
  },
  variables: {
    title: 'Settings from the environment and from files',
    text: `Every flag is also read from a variable: AGENT_MAX_TURNS for --max-turns. A flag wins over
its variable, a variable over agent.config.json here, that over ~/.config/agent/config.json.
Switches take 1 or 0. What may be given several times takes one a line.

ANTHROPIC_API_KEY       the key for Claude
AGENT_BROWSER_PATH      the browser to use, for --browser
NO_COLOR, FORCE_COLOR   without colours, or with them

Not read from the environment: --force-new, and --var (AGENT_VAR_NAME holds a value).
agent config shows what is in force.`,
  },
};

export function topicNames(): string[] {
  return Object.keys(TOPICS);
}
