import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from '../../sdk/bench/peers/statistics.mjs'

const ROUNDS = 15
const program = fileURLToPath(new URL('../bin/xinchu.js', import.meta.url))
const starts = {
  'node -e 0': ['-e', '0'],
  'xinchu --version': [program, '--version'],
  'xinchu projects list --help': [program, 'projects', 'list', '--help'],
}

/** Milliseconds of CPU that a shell's children have spent, from the last line of `times`. */
function childrenMs(text) {
  const parts =
    text
      .trim()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? []
  return [...parts].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  )
}

/** Start and end of the command line in milliseconds, as time and as CPU, beside Node alone. */
export function measureStart() {
  const rounds = Object.fromEntries(Object.keys(starts).map((name) => [name, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(starts)) {
      const started = performance.now()
      const { stdout } = spawnSync('sh', ['-c', '"$@" >&2; times', 'sh', process.execPath, ...args], {
        encoding: 'utf8',
      })
      if (round >= 0) rounds[name].push({ ms: performance.now() - started, cpu: childrenMs(stdout) })
    }
  }
  return Object.entries(rounds).map(([command, all]) => ({
    command,
    milliseconds: Math.round(median(all.map(({ ms }) => ms))),
    cpuMilliseconds: Math.round(median(all.map(({ cpu }) => cpu))),
  }))
}
