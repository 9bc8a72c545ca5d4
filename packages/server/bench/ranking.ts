// Measures the ranking of a batch far larger than any: averages, ranks, reasons, differences and biases.
//   npx tsx --conditions=@xinchu/source packages/server/bench/ranking.ts [applications] [experts]

import { randomFrom } from '../../sample/src/random.ts'
import { groupResults } from '../src/domain/pilot-review/result-compute.ts'

const APPLICATIONS = Number(process.argv[2] ?? 10_000)
const EXPERTS = Number(process.argv[3] ?? 30)
const GOAL_MS = 2_000
const RUNS = 5

const random = randomFrom(1)
const projects = Array.from({ length: APPLICATIONS }, (_, at) => ({
  projectId: at + 1,
  demoCode: `DEMO${String(at).padStart(9, '0')}`,
  conclusions: ['1' as const],
  sheets: Array.from({ length: EXPERTS }, (__, expert) => ({
    expertNo: expert + 1,
    // Half points, so that many averages are equal.
    total: (120 + Math.floor(random() * 80)) * 5_000,
    safety: (30 + Math.floor(random() * 20)) * 5_000,
    recommend: random() < 0.3,
  })),
}))

const times = Array.from({ length: RUNS }, () => {
  const start = performance.now()
  groupResults(projects, Math.floor(APPLICATIONS / 3))
  return performance.now() - start
}).sort((a, b) => a - b)
const worst = times.at(-1) ?? 0
process.stdout.write(
  `${APPLICATIONS} applications × ${EXPERTS} experts: median ${Math.round(times[2] ?? 0)} ms, worst ${Math.round(worst)} ms, goal ${GOAL_MS} ms\n`,
)
if (worst > GOAL_MS) process.exitCode = 1
