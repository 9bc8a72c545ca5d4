// Builds what changed and starts the platform. PORT, HOST, DATA_DIR and DATABASE_URL are passed to the server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { whenParentEnds } from './lib/parent.mjs'
import { root } from './lib/run.mjs'
import './build.mjs'

const server = spawn(process.execPath, [join(root, 'packages/sample/dist/main.js')], {
  stdio: 'inherit',
  env: { DATA_DIR: join(root, 'data'), ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
whenParentEnds(() => server.kill('SIGTERM'))
server.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
