import { operations } from '@xinchu/sdk/operations'
import { describe, keyOf } from '../contract.ts'
import { EXIT_CODES, ExitCode, UsageError } from '../exit.ts'
import { optionsOf, shared } from '../inputs.ts'
import { type Io, print } from '../io.ts'

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_xinchu() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(xinchu __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _xinchu xinchu`,
  zsh: `#compdef xinchu
_xinchu() {
  local -a found
  found=("\${(@f)$(xinchu __complete "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a found
}
# Loaded by its name, this file is called for the first completion.
if [[ \${funcstack[1]} == _xinchu ]]; then _xinchu; else compdef _xinchu xinchu; fi`,
  fish: `function __xinchu_complete
  set -l words (commandline -opc)
  xinchu __complete $words[2..-1] 2>/dev/null
end
complete -c xinchu -a '(__xinchu_complete)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName xinchu -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  xinchu __complete @words 2>$null | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`,
}

/** Prints the script by which a shell completes words of the command line. */
export async function completion([shell = '']: readonly string[], io: Io): Promise<number> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
  if (!script) throw new UsageError(`缺少或没有该 shell；可用：${Object.keys(SCRIPTS).join('、')}`)
  // A comment in each of these shells, below the mark by which zsh knows the file.
  const [first = '', ...rest] = script.split('\n')
  const head = first.startsWith('#')
    ? [first, `# ${EXIT_CODES}`, ...rest]
    : [`# ${EXIT_CODES}`, first, ...rest]
  print(io, head.join('\n'))
  return ExitCode.ok
}

/** Words that may follow those given, one per line. */
export async function complete(words: readonly string[], own: readonly string[], io: Io): Promise<number> {
  const [resource, verb, ...rest] = words
  const print1 = (found: readonly string[]) => print(io, found.join('\n'))
  if (resource === undefined) print1([...new Set([...own, ...Object.keys(operations)])])
  else if (resource === 'completion') print1(Object.keys(SCRIPTS))
  else if (verb === undefined) print1(Object.keys(operations[resource] ?? {}))
  else {
    const key = keyOf(resource, verb)
    if (!key) return ExitCode.ok
    const inputs = optionsOf(await describe(key))
    const asked = inputs.get((rest.at(-1) ?? '').replace(/^--/, ''))
    const values = asked?.schema.enum ?? asked?.schema.items?.enum
    print1(
      values ? values.map(String) : [...inputs.keys(), ...Object.keys(shared)].map((name) => `--${name}`),
    )
  }
  return ExitCode.ok
}
