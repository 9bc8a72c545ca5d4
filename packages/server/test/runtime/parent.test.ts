/** `npm start` passes no signal on: what it started has to notice that it is gone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'

const module = join(packageRoot, '../../scripts/lib/parent.mjs')
// Says that it lives on once it has had the time to notice.
const CHILD = `const { whenParentEnds } = await import(${JSON.stringify(module)})
const parent = process.ppid
let seconds = 0
whenParentEnds(() => { console.log('alone'); process.exit() })
console.log('started')
setInterval(() => {
  if (process.ppid !== parent) seconds += 1
  if (seconds === 3) { console.log('lives on'); process.exit() }
}, 1_000)`

test.each([
  ['started by npm notices the end of its parent', 'start', 'alone'],
  ['started by itself outlives the shell that it was started in', undefined, 'lives on'],
])('a program %s', async (_what, event, said) => {
  const parent = spawn('sh', ['-c', `"$0" --input-type=module --eval "$1" & wait`, process.execPath, CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: event },
  })
  let output = ''
  parent.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await expect.poll(() => output).toBe('started\n')
  parent.kill('SIGTERM')
  await once(parent, 'close')
  expect(output).toBe(`started\n${said}\n`)
})
