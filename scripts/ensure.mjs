// Installs the workspace if its manifests changed since the last time. Otherwise makes no network request.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from './lib/run.mjs'
import { isFresh, markFresh } from './lib/stamp.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`需要 Node 20.19 或更高版本，当前为 ${process.version}`)
  process.exit(1)
}

const inputs = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
for (const name of [
  'contract',
  'validators',
  'sdk',
  'conformance',
  'testing',
  'cli',
  'server',
  'sample',
  'web',
  'docs',
])
  inputs.push(`packages/${name}/package.json`)

if (!existsSync(join(root, 'node_modules')) || !isFresh('install', inputs)) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.log('正在安装依赖……')
  await must('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'])
  markFresh('install', inputs)
}
