import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The path of a command that a dependency of the workspace, or of one package, brought along. */
export function bin(name, packageDir = '.') {
  for (const dir of [packageDir, '.']) {
    const path = join(root, dir, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
    if (existsSync(path)) return path
  }
  throw new Error(`${name} is not installed; run npm install tasks through "npm start" or "npm test"`)
}

/** Runs a command to its end with this terminal, and resolves to its exit code. */
export function run(command, args, { cwd = '.', env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: join(root, cwd),
      env: { ...process.env, ...env },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

/** As `run`, but ends this process where the command fails. */
export async function must(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}
