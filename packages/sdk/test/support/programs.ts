import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The folder of the package. */
export const packageFolder: string = fileURLToPath(new URL('../..', import.meta.url))

const isWindows = process.platform === 'win32'

export const execute = promisify(execFile)

/** Runs a program to its end. Rejects, with what it printed, if it fails. */
export const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  execute(command, args, { cwd, encoding: 'utf8', shell: isWindows, env: { ...process.env, ...env } })

/** Returns the folder of a dependency, resolved from a module. */
export function folderOf(name: string, from: string): string {
  const entry = createRequire(from).resolve(`${name}/package.json`)
  return dirname(entry)
}
