import { COMMANDS } from './command-table.ts'
import { COMMON, type Command, type CommandOption } from './options.ts'

/** The script that completes commands, options and their values in one of `bash`, `zsh` and `fish`. */
export function completionScript(shell: string): string {
  if (shell === 'zsh') return zsh()
  return shell === 'fish' ? fish() : bash()
}

const names = COMMANDS.map(({ name }) => name)
const optionsOf = ({ options }: Command): CommandOption[] => [...options, ...COMMON]
const dashed = (options: CommandOption[]) => options.map(({ name }) => `--${name}`)
const choicesOf = ({ operands }: Command) => operands.flatMap(({ choices }) => choices ?? [])
const takesValue = ({ kind }: CommandOption) => kind !== 'flag'

/** Words of `--level` are separated by commas: what is before the last comma stays. */
function bash(): string {
  const commands = COMMANDS.map((command) => {
    const words = [...choicesOf(command), ...dashed(optionsOf(command))]
    return `    ${command.name}) words='${words.join(' ')}' ;;`
  })
  return `# Completion of plimsoll in bash: source <(plimsoll completion bash)
_plimsoll() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' at
  COMPREPLY=()
  if [[ $current == '=' ]]; then current=''; elif [[ $previous == '=' ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
    ${names.join('|')}) command=\${COMP_WORDS[at]}; break ;;
    esac
  done
  case "$command $previous" in
${valueCases(([command, { name, choices = [] }]) => `    '${command} --${name}') words='${choices.join(' ')}' ;;`)}
  esac
  case $previous in
    ${dashed(valueOptions()).join('|')})
      local start=''
      [[ $current == *,* ]] && start="\${current%,*},"
      for at in $words; do [[ $start$at == "$current"* ]] && COMPREPLY+=("$start$at"); done
      return ;;
  esac
  case $command in
    '') words='${[...names, ...dashed(COMMON)].join(' ')}' ;;
${commands.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _plimsoll plimsoll
`
}

/** Each option with choices, of each command. */
function valueCases(line: (entry: [string, CommandOption]) => string): string {
  return COMMANDS.flatMap(({ name, options }) =>
    options.filter(({ choices }) => choices).map((option) => line([name, option])),
  ).join('\n')
}

/** Every option that takes a value, once. */
function valueOptions(): CommandOption[] {
  const all = [...COMMANDS.flatMap(({ options }) => options), ...COMMON].filter(takesValue)
  return [...new Map(all.map((option) => [option.name, option])).values()]
}

function zsh(): string {
  const list = COMMANDS.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const cases = COMMANDS.map((command) => {
    const choices = choicesOf(command)
    const operands = choices.length > 0 ? [`'1:value:(${choices.join(' ')})'`] : []
    const specs = [...operands, ...optionsOf(command).map(zshOption)]
    return `    ${command.name})\n      _arguments \\\n        ${specs.join(' \\\n        ')} ;;`
  })
  return `#compdef plimsoll
_plimsoll() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _plimsoll ]]; then
  _plimsoll "$@"
else
  compdef _plimsoll plimsoll
fi
`
}

function zshOption(option: CommandOption): string {
  const { name, value, help, choices, kind } = option
  const text = `'--${name}[${quoted(help).replaceAll('[', '(').replaceAll(']', ')')}]`
  if (!takesValue(option)) return `${text}'`
  const words = choices === undefined ? ' ' : choices.join(' ')
  if (choices === undefined) return `${text}:${value}: '`
  return kind === 'choices'
    ? `${text}:${value}:_values -s , ${value} ${words}'`
    : `${text}:${value}:(${words})'`
}

function fish(): string {
  const none = '__fish_use_subcommand'
  const lines = [
    '# Completion of plimsoll in fish.',
    'complete -c plimsoll -f',
    ...COMMANDS.map(
      ({ name, summary }) => `complete -c plimsoll -n ${none} -a ${name} -d '${quoted(summary)}'`,
    ),
    ...COMMON.map((option) => fishOption(null, option)),
    ...COMMANDS.flatMap((command) => [
      ...choicesOf(command).map(
        (choice) =>
          `complete -c plimsoll -n '__fish_seen_subcommand_from ${command.name}' -a ${choice}`,
      ),
      ...command.options.map((option) => fishOption(command.name, option)),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

function fishOption(command: string | null, option: CommandOption): string {
  const { name, short, help, choices } = option
  const where = command === null ? '' : ` -n '__fish_seen_subcommand_from ${command}'`
  const letter = short === undefined ? '' : ` -s ${short}`
  const words = choices === undefined ? '' : ` -a '${choices.join(' ')}'`
  return `complete -c plimsoll${where}${letter} -l ${name}${takesValue(option) ? ' -x' : ''}${words} -d '${quoted(help)}'`
}

/** A text for single quotes; the texts of the table have none, and colons divide in zsh. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ',')
}
