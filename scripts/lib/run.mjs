import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Path of a command installed by a dependency of the workspace or of one package. */
export function bin(name, packageDir = '.') {
  for (const dir of [packageDir, '.']) {
    const path = join(root, dir, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
    if (existsSync(path)) return path
  }
  throw new Error(`${name} is not installed; run npm install tasks through "npm start" or "npm test"`)
}

/**
 * Runs a command to its end and resolves to its exit code. With `quiet`, prints its output only when it ends, so that
 * commands can run side by side.
 */
export function run(command, args, { cwd = '.', env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: join(root, cwd),
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.stdout.write(Buffer.concat(output))
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

/** As `run`, but exits this process if the command fails. */
export async function must(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}
