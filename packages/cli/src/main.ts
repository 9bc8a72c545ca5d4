import manifest from '../package.json' with { type: 'json' }
import { ExitCode, messageOf } from './exit.ts'
import { run } from './run.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// A closed pipe, as after `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(`无法输出结果：${messageOf(error)}\n`)
  process.exit(ExitCode.failure)
})
// Nobody reads what is said beside the result, or its log is full: the work goes on all the same.
process.stderr.on('error', () => undefined)

const { version } = manifest
const { stdin, stdout, stderr, env } = process
process.exitCode = await run(
  process.argv.slice(2),
  { stdin, stdout, stderr, env, signal: stop.signal },
  version,
)
// An abandoned prompt must not keep the process alive.
stdin.destroy()
