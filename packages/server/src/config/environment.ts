import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { type Given, SETTINGS, type Setting, variableOf } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that the server cannot start with. Its message has a line for each problem. */
export class SettingsError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const all: readonly (readonly [name: string, setting: Setting])[] = Object.values(SETTINGS).flatMap((group) =>
  Object.entries(group),
)

const fileOf = (variable: string) => `${variable}_FILE`

/** Text of a secret's file, without the line break at its end. */
function textOfFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const { code = '' } = Object(error) as { code?: string } // errors of files have a code
    throw new SettingsError([`设置 ${fileOf(variable)} 所指的文件无法读取：${path}（${code}）`])
  }
}

/** Text of a setting, or undefined if it is not set. An empty text sets nothing. */
function textOf(env: Environment, variable: string, { isSecret, formerly }: Setting): string | undefined {
  const text = env[variable] || (formerly && env[formerly]) || undefined
  const path = isSecret && env[fileOf(variable)]
  if (!path) return text
  if (text !== undefined) throw new SettingsError([`设置 ${variable} 与 ${fileOf(variable)} 只能设一个`])
  return textOfFile(variable, path)
}

function readSetting(env: Environment, name: string, setting: Setting): unknown {
  const variable = variableOf(name)
  const text = textOf(env, variable, setting)
  if (text === undefined) return setting.fallback
  const value = setting.kind.read(text.trim())
  if (value !== undefined) return value
  const shown = setting.isSecret ? '' : `，当前为 ${text}`
  throw new SettingsError([`设置 ${variable} 应为${setting.kind.allowed}${shown}`])
}

/** Shortest name that is compared with the others: shorter ones are often another program's. */
const LEAST = 8
/** From this length on a name may differ in two letters. */
const LONG = 12

/** Variables whose names come close to a setting's, as slips of the pen do. */
function slips(env: Environment): string[] {
  const known = all.flatMap(([name, { isSecret, formerly }]) => {
    const variable = variableOf(name)
    return [variable, ...(isSecret ? [fileOf(variable)] : []), ...(formerly ? [formerly] : [])]
  })
  const isKnown = new Set(known)
  return Object.keys(env).flatMap((name) => {
    if (name.length < LEAST || isKnown.has(name)) return []
    const most = name.length < LONG ? 1 : 2
    const meant = known.find((each) => each.length >= LEAST && distance(name, each) <= most)
    return meant ? [`没有设置 ${name}；是否指 ${meant}？`] : []
  })
}

/** Problems that a check finds, or none. */
function problemsOf(check: () => void): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

/**
 * Reads all settings, each by its own rule.
 * @returns their values, and what is wrong with the others, which have their fallback
 */
export function readSettings(env: Environment): { given: Given; problems: readonly string[] } {
  const problems = [...slips(env)]
  const values: Record<string, unknown> = {}
  for (const [name, setting] of all) {
    values[name] = setting.fallback
    problems.push(
      ...problemsOf(() => {
        values[name] = readSetting(env, name, setting)
      }),
    )
  }
  return { given: values as unknown as Given, problems } // every name of the table has a value of its kind
}
