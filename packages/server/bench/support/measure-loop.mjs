// Preloaded into the server: prints the longest event-loop delay in ms on SIGUSR2.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  writeFileSync(process.env.BENCH_LOOP_FILE, String(delay.max / 1e6))
  delay.reset()
})
