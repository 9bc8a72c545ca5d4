// Moves many projects at once through the whole flow by the SDK, one request a step, and says how long each takes.
//   npx tsx --conditions=@xinchu/source packages/server/bench/flow.ts [projects]
//   TEST_DATABASE_URL=postgres://… npx tsx … packages/server/bench/flow.ts [projects]     on PostgreSQL
import type { FlowRequest } from '@xinchu/sdk'
import { startRig } from '../test/rig.ts'
import { copyProject } from '../test/support/many-projects.ts'
import { soundProject } from '../test/support/projects.ts'

const PROJECTS = Number(process.argv[2] ?? 1000)
const say = (text: string) => process.stdout.write(`${text}\n`)

const WAY: readonly (readonly [username: string, request: Omit<FlowRequest, 'ids'>])[] = [
  ['enterprise_yc', { action: 'SUBMIT' }],
  ['county_yc', { action: 'RETURN', opinion: '请补充接入批复' }],
  ['enterprise_yc', { action: 'SUBMIT' }],
  ['county_yc', { action: 'PASS' }],
  ['city_wz', { action: 'PASS' }],
  ['province_nx', { action: 'PASS' }],
  ['province_nx', { action: 'SUBMIT', target: 'country' }],
  ['nation', { action: 'PASS', target: 'country' }],
]

const rig = await startRig()
const enterprise = await rig.as('enterprise_yc')
const ids = await copyProject(rig.db, (await enterprise.projects.create(soundProject(1))).id, PROJECTS)
say(`${ids.length} projects on ${process.env['TEST_DATABASE_URL'] ? 'PostgreSQL' : 'the embedded database'}`)
for (const [username, request] of WAY) {
  const client = await rig.as(username)
  const start = performance.now()
  const { succeeded, failed } = await client.projects.submit({ ...request, ids }, { timeout: 600_000 })
  const took = Math.round(performance.now() - start)
  say(
    `${username} ${request.action} ${request.target ?? 'province'}: ${took} ms, ${succeeded.length} moved, ${failed.length} refused`,
  )
  const [first] = failed
  if (first) say(`  ${first.message}`)
}
await rig.close()
