import type { Command, Option } from 'commander';

/** What can be typed after `agent`, as the commands themselves say. */
export interface Completable {
  name: string;
  description: string;
  /** Words that the first argument may be, such as the names of contracts; files otherwise. */
  words: readonly string[];
  flags: Flag[];
}

interface Flag {
  flag: string;
  description: string;
  /** What its value may be; empty when that is free. */
  choices: readonly string[];
  takesValue: boolean;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completables(program: Command, words: Readonly<Record<string, readonly string[]>> = {}): Completable[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    words: words[command.name()] ?? [],
    flags: command.options.map(flagOf),
  }));
}

function flagOf({ long, short, description, argChoices, required, optional }: Option): Flag {
  return {
    flag: long ?? short ?? '',
    description,
    choices: argChoices ?? [],
    takesValue: required || optional,
  };
}

/** A script that the shell reads once; it starts nothing and reads no page. */
export function completionScript(shell: Shell, commands: readonly Completable[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
  }
}

function bashScript(commands: readonly Completable[]): string {
  const cases = commands.map(({ name, words, flags }) => {
    const all = [...words, ...flags.map(({ flag }) => flag)].join(' ');
    return `    ${name}) words=${quoted(all)} ;;`;
  });
  const choices = choicesOf(commands).map(
    ([flag, values]) => `    ${flag}) COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$now")); return ;;`,
  );
  return `# agent: completion for bash. Add to ~/.bashrc:  source <(agent completion bash)
_agent() {
  local now="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(' '))} -- "$now"))
    return
  fi
  case "$before" in
${choices.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$now"))
  case "$now" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$now")) ;; esac
}
complete -o filenames -F _agent agent
`;
}

function zshScript(commands: readonly Completable[]): string {
  const list = commands.map(({ name, description }) => `    ${quoted(`${name}:${plain(description)}`)}`);
  const cases = commands.map(({ name, words, flags }) => {
    const specs = flags.map(({ flag, description, choices, takesValue }) => {
      const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : '';
      return quoted(`${flag}[${plain(description)}]${value}`);
    });
    const rest = words.length > 0 ? quoted(`*:name:(${words.join(' ')})`) : quoted('*:file:_files');
    return `    ${name}) _arguments ${[...specs, rest].join(' ')} ;;`;
  });
  return `#compdef agent
# agent: completion for zsh. Add to ~/.zshrc:  source <(agent completion zsh)
_agent() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _agent agent
`;
}

function fishScript(commands: readonly Completable[]): string {
  const names = commands.map(
    ({ name, description }) =>
      `complete -c agent -n __fish_use_subcommand -f -a ${name} -d ${quoted(plain(description))}`,
  );
  const rest = commands.flatMap(({ name, words, flags }) => {
    const when = `complete -c agent -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      ...(words.length > 0 ? [`${when} -f -a ${quoted(words.join(' '))}`] : []),
      ...flags.map(({ flag, description, choices, takesValue }) => {
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        const name = flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
        return `${when} ${name}${value} -d ${quoted(plain(description))}`;
      }),
    ];
  });
  return `# agent: completion for fish. Save as:  agent completion fish > ~/.config/fish/completions/agent.fish
${[...names, ...rest].join('\n')}
`;
}

/** Flags that take one of a few values; the same flag takes the same ones everywhere. */
function choicesOf(commands: readonly Completable[]): [string, readonly string[]][] {
  const flags = commands.flatMap((command) => command.flags).filter(({ choices }) => choices.length > 0);
  return [...new Map(flags.map(({ flag, choices }) => [flag, choices]))];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Brackets and colons mean something to the shells. */
function plain(description: string): string {
  return description.replace(/[[\]:]/g, ' ');
}
