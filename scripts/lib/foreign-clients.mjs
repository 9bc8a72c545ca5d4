import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from './run.mjs'
import { isFresh, markFresh } from './stamp.mjs'

const FOLDER = 'openapi/clients'
const INPUTS = [`${FOLDER}/package.json`, `${FOLDER}/pnpm-lock.yaml`]

/** Installs third-party client generators outside the workspace. Only one test needs them. */
export async function installForeignClients() {
  if (existsSync(join(root, FOLDER, 'node_modules')) && isFresh('foreign-clients', INPUTS)) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const flags = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline']
  await must('npx', ['--yes', packageManager, 'install', ...flags], { cwd: FOLDER })
  markFresh('foreign-clients', INPUTS)
}
