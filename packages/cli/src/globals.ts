import { UsageError } from './exit.ts'
import type { Io } from './io.ts'

const VALUES: Readonly<Record<string, string>> = {
  '--profile': 'XINCHU_PROFILE',
  '--ca': 'XINCHU_CA',
  '--proxy': 'XINCHU_PROXY',
}

/** Takes the options of every command off a command line. They stand for their variables of the environment. */
export function splitGlobals(argv: readonly string[], io: Io): { words: string[]; io: Io } {
  const words: string[] = []
  const env: Record<string, string | undefined> = { ...io.env }
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    // What follows is not an option.
    if (word === '--') return { words: [...words, ...argv.slice(at)], io: { ...io, env } }
    const [option = '', inline] = word.split(/=(.*)/s)
    const variable = Object.hasOwn(VALUES, option) ? VALUES[option] : undefined
    if (word === '--verbose') env['XINCHU_VERBOSE'] = '1'
    else if (word === '--try-again') env['XINCHU_TRY_AGAIN'] = '1'
    else if (variable === undefined) words.push(word)
    else {
      const value = inline ?? argv[++at]
      if (!value) throw new UsageError(`缺少 ${option} 的值`)
      env[variable] = value
    }
  }
  return { words, io: { ...io, env } }
}

export const isVerbose = ({ env }: Io): boolean => env['XINCHU_VERBOSE'] === '1'

/** Whether a password that the platform refused within the last hour is sent again. */
export const isTryingAgain = ({ env }: Io): boolean => env['XINCHU_TRY_AGAIN'] === '1'
