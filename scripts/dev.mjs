// Runs the server with restart on change and the portal with hot reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bin, must, root } from './lib/run.mjs'

await must('node', ['scripts/ensure.mjs'])
await must('node', ['scripts/build.mjs'])

const port = process.env.PORT ?? '8080'
const children = [
  spawn(bin('tsx'), ['watch', '--conditions=@xinchu/source', 'src/main.ts'], {
    cwd: join(root, 'packages/sample'),
    stdio: 'inherit',
    env: { DATA_DIR: join(root, 'data'), ...process.env, PORT: port },
  }),
  spawn(bin('vite', 'packages/web'), [], {
    cwd: join(root, 'packages/web'),
    stdio: 'inherit',
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${port}` },
  }),
]
const stop = () => {
  for (const child of children) child.kill()
}
for (const child of children) child.on('close', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
