/** `npm start` passes no signal on: what it started has to notice that it is gone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'

const module = join(packageRoot, '../../scripts/lib/parent.mjs')
const CHILD = `const { whenParentEnds } = await import(${JSON.stringify(module)})
whenParentEnds(() => { console.log('alone'); process.exit() })
console.log('started')
setInterval(() => undefined, 1_000)`

test('a program notices the end of its parent', async () => {
  const parent = spawn('sh', ['-c', `"$0" --input-type=module --eval "$1" & wait`, process.execPath, CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  parent.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await expect.poll(() => output).toBe('started\n')
  parent.kill('SIGTERM')
  await once(parent, 'close')
  expect(output).toBe('started\nalone\n')
})
