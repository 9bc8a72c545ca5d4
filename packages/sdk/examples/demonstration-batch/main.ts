// A batch of demonstration projects, from the application to its publicity, by the SDK alone.
//
//   npx tsx --conditions=@xinchu/source packages/sdk/examples/demonstration-batch/main.ts http://127.0.0.1:8080 盖章件.pdf
//
// It logs in with the accounts of the demonstration, whose log-in asks for no captcha when it was started with CAPTCHA=off.
// Six days later, `… main.ts http://127.0.0.1:8080 announce` announces the winners.
import { readFileSync } from 'node:fs'
import { createClient, type XinchuClient } from '@xinchu/sdk'
import { acceptAll, applyAll, openWindow, recommendAll, type Walk } from './application.ts'
import { EXCELLENCE_TEAMS, PRIMARY_TEAMS } from './batch.ts'
import { announce, decideResults, formExcellence, publish, scoreAllExcellence } from './result.ts'
import {
  assign,
  decidePrimary,
  findConflicts,
  makeGroup,
  openScores,
  recuse,
  scorePrimary,
} from './review.ts'

const [baseUrl = 'http://127.0.0.1:8080', file = 'announce'] = process.argv.slice(2)
const password = process.env['XINCHU_PASSWORD'] ?? ''
const clients = new Map<string, Promise<XinchuClient>>()
const say = (text: string) => void process.stdout.write(`${text}\n`)

async function logIn(username: string): Promise<XinchuClient> {
  const client = createClient({ baseUrl })
  await client.login({ username, password, code: '', uuid: '' })
  return client
}

const walk: Walk = {
  batch: { batchYear: new Date().getFullYear(), batchNo: 2 },
  ids: new Map(),
  scan: (name) => new File([readFileSync(file)], `${name}.pdf`),
  as(username) {
    const client = clients.get(username) ?? logIn(username)
    clients.set(username, client)
    return client
  },
}

async function review(): Promise<void> {
  await openWindow(walk)
  await applyAll(walk)
  await recommendAll(walk)
  await acceptAll(walk)
  say(`${walk.ids.size} 个项目通过形式审查`)

  const groups = []
  for (const team of PRIMARY_TEAMS) {
    const group = await makeGroup(walk, team, 'PRIMARY')
    const { content } = await findConflicts(walk, group.id)
    for (const { realName, projectName, hits } of content)
      say(`回避：${realName} — ${projectName}（${hits[0]?.code} ${hits[0]?.wording}）`)
    const plan = await assign(walk, group.id)
    if (team === PRIMARY_TEAMS.at(-1)) say((await recuse(walk, plan)).moved.message)
    groups.push(group)
  }
  await scorePrimary(walk)
  const { root } = await openScores(walk, 'PRIMARY', groups)
  say(`初评已启封，封存摘要 ${root}`)
  await decidePrimary(walk)
}

async function excel(): Promise<void> {
  const groups = []
  for (const team of EXCELLENCE_TEAMS) groups.push(await formExcellence(walk, team))
  await scoreAllExcellence(walk)
  await openScores(walk, 'EXCELLENT', groups)
  await decideResults(walk)
  const { endTime } = await publish(walk)
  const { content } = await (await walk.as('nation')).demoReview.listPublic(walk.batch)
  say(`公示至 ${endTime}：${content.map(({ projectName }) => projectName).join('、')}`)
}

if (file === 'announce') await announce(walk)
else {
  await review()
  await excel()
}
