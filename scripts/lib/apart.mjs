import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from './run.mjs'
import { isFresh, markFresh } from './stamp.mjs'

/** Installs a folder's dependencies outside the workspace, from the folder's own lock file and without their scripts. */
export async function installApart(folder) {
  const inputs = [`${folder}/package.json`, `${folder}/pnpm-lock.yaml`]
  const task = folder.replaceAll('/', '-')
  if (existsSync(join(root, folder, 'node_modules')) && isFresh(task, inputs)) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const flags = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--prefer-offline']
  await must('npx', ['--yes', packageManager, 'install', ...flags], { cwd: folder })
  markFresh(task, inputs)
}
