// Moves many projects through the whole flow by the SDK, one request per step, and prints the time of each.
//   npx tsx --conditions=@xinchu/source packages/server/bench/flow.ts [projects] [submitted]
//   TEST_DATABASE_URL=postgres://… npx tsx … packages/server/bench/flow.ts [projects] [submitted]     on PostgreSQL
import type { FlowRequest } from '@xinchu/sdk'
import { startRig } from '../test/rig.ts'
import { copyProject } from '../test/support/many-projects.ts'
import { soundProject } from '../test/support/projects.ts'

const PROJECTS = Number(process.argv[2] ?? 1000)
const say = (text: string) => process.stdout.write(`${text}\n`)

// Submissions are compared with all projects, so their number is separate and smaller.
const SUBMITTED = Math.min(PROJECTS, Number(process.argv[3] ?? 100))

const WAY: readonly (readonly [username: string, request: Omit<FlowRequest, 'ids'>])[] = [
  ['county_yc', { action: 'PASS' }],
  ['city_wz', { action: 'PASS' }],
  ['province_nx', { action: 'PASS' }],
  ['province_nx', { action: 'SUBMIT', target: 'country' }],
  ['nation', { action: 'RETURN', target: 'country', opinion: '请核对规模' }],
  ['province_nx', { action: 'SUBMIT', target: 'country', opinion: '已核实' }],
  ['nation', { action: 'PASS', target: 'country' }],
]

const rig = await startRig()
const enterprise = await rig.as('enterprise_yc')
const { id } = await enterprise.projects.create(soundProject(1))

async function move(username: string, request: FlowRequest): Promise<void> {
  const client = await rig.as(username)
  const start = performance.now()
  const { succeeded, failed } = await client.projects.submit(request, { timeout: 600_000 })
  const took = Math.round(performance.now() - start)
  const [first] = failed
  const why = first ? `, ${failed.length} refused: ${first.message}` : ''
  say(
    `${took} ms: ${username} ${request.action} ${request.target ?? 'province'}, ${succeeded.length} moved${why}`,
  )
}

say(`${PROJECTS} projects on ${process.env['TEST_DATABASE_URL'] ? 'PostgreSQL' : 'the embedded database'}`)
await move('enterprise_yc', { action: 'SUBMIT', ids: await copyProject(rig.db, id, SUBMITTED) })
const ids = await copyProject(rig.db, id, PROJECTS)
await rig.db
  .updateTable('es_project')
  .set({ declare_status: '1', submitted_once: true })
  .where('id', 'in', ids)
  .execute()
for (const [username, request] of WAY) await move(username, { ...request, ids })
await rig.close()
