import { sampleAccounts } from '@xinchu/sample'
import { createClient, importRows, isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { fakePlatform } from '@xinchu/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'
import { soundProject } from './support/projects.ts'

const CALLERS = { 1: 'NAT', 3: 'PRV', 4: 'CTY', 5: 'CNT', 100: 'ENT', 900: 'ADM' } as const

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** The fake platform with the accounts of the demonstration. */
function fakeAccounts(): As {
  const accounts = sampleAccounts.flatMap(({ username, orgName, deptId, regionCode }) => {
    const caller = Object.entries(CALLERS).find(([id]) => Number(id) === deptId)?.[1]
    if (!caller) return []
    return [{ username, password: SAMPLE_PASSWORD, caller, orgName, ...(regionCode ? { regionCode } : {}) }]
  })
  const { fetch } = fakePlatform({ accounts, projects: 0 })
  return async (username: string) => {
    const client = createClient({ baseUrl: 'http://platform.test', fetch, retry: { times: 0 } })
    await client.login({ username, password: SAMPLE_PASSWORD })
    return client
  }
}

type As = (username: string) => Promise<XinchuClient>

/** Status, code and fields of a refusal. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isXinchuError(error)) throw error
      return [error.status, error.code, error.errors.map(({ field }) => field)]
    },
  )

let serial = 0
const named = (more: object = {}) => {
  serial += 1
  return soundProject(serial, {
    projectName: `盐池县对照第${serial}储能站`,
    address: `对照第${serial}镇`,
    ...more,
  })
}

/** A row of an import by the names of its columns. */
const rowOf = (more: Record<string, string>) => ({
  ...{ projectName: `对照行站${++serial}`, province: '宁夏回族自治区', city: '吴忠市', county: '盐池县' },
  ...{
    address: `对照第${serial}乡`,
    longitude: '107.4',
    latitude: '37.8',
    buildStatus: '规划',
    projectType: '新建',
  },
  ...{ ownerType: '民营', contactName: '李明', contactPhone: '13800138000', techType: '锂离子电池' },
  ...{
    ratedPower: '100',
    ratedEnergy: '200',
    isEchelonUse: '否',
    appScenario: '电网侧',
    appSubScenario: '独立储能',
  },
  ...{ functionTypes: '调峰、调频', gridVoltage: '110kV', gridOperator: '国家电网' },
  ...{ totalInvestment: '20876.4', planGridDate: '2027-12-01' },
  ...more,
})

const made = async (as: As, more: object = {}) => {
  const client = await as('enterprise_yc')
  return { client, project: await client.projects.create(named(more)) }
}

/** What both platforms must answer alike. */
const cases: Record<string, (as: As) => Promise<unknown>> = {
  'a changed project has the next version, and a stale change is refused': async (as) => {
    const { client, project } = await made(as)
    const { id, version } = project
    const draft = named()
    const changed = await client.projects.update({ ...draft, id, version })
    return [version, changed.version, await refusalOf(client.projects.update({ ...draft, id, version }))]
  },
  'a project keeps its province': async (as) => {
    const { client, project } = await made(as)
    const { id, version } = project
    return refusalOf(client.projects.update({ projectName: '站', provinceCode: '110000', id, version })).then(
      (refusal) => refusal.slice(0, 1),
    )
  },
  'drafts of others are nobody’s': async (as) => {
    const { project } = await made(as)
    const users = ['enterprise_sy', 'county_yc', 'province_nx']
    return Promise.all(users.map(async (name) => refusalOf((await as(name)).projects.get(project.id))))
  },
  'an enterprise makes projects of its own only': async (as) =>
    refusalOf((await as('enterprise_yc')).projects.create(named({ companyName: '他人储能有限公司' }))),
  'the nation makes no projects': async (as) => refusalOf((await as('nation')).projects.create(named())),
  'a value below its bound names its field': async (as) =>
    refusalOf((await as('enterprise_yc')).projects.create(named({ landArea: -1 }))).then((refusal) => [
      refusal[0],
      refusal[2],
    ]),
  'a key makes one project, and none of another content': async (as) => {
    const client = await as('enterprise_yc')
    const draft = named()
    const idempotencyKey = `same-content-${serial}`
    const [one, two] = [
      await client.projects.create(draft, { idempotencyKey }),
      await client.projects.create(draft, { idempotencyKey }),
    ]
    return [one.id === two.id, await refusalOf(client.projects.create(named(), { idempotencyKey }))]
  },
  'only what was never submitted is deleted': async (as) => {
    const { client, project } = await made(as)
    const other = await client.projects.create(named())
    await client.projects.submit({ ids: [project.id], action: 'SUBMIT' })
    await client.projects.submit({ ids: [project.id], action: 'WITHDRAW' })
    return [
      await refusalOf(client.projects.delete([other.id, project.id])),
      await refusalOf(client.projects.delete([other.id])),
      await refusalOf(client.projects.delete([other.id])),
    ]
  },
  'a project passes its levels, each of which sees its own actions': async (as) => {
    const { client, project } = await made(as)
    const ids = [project.id]
    const seen: unknown[] = [project.actions, project.editable]
    await client.projects.submit({ ids, action: 'SUBMIT' })
    for (const name of ['county_yc', 'city_wz', 'province_nx']) {
      const office = await as(name)
      const { declareStatusLabel, actions, editable, version } = await office.projects.get(project.id)
      seen.push([declareStatusLabel, actions, editable, version])
      const result = await office.projects.submit({ ids, action: 'PASS' })
      seen.push([result.succeeded.length, result.failed.length])
    }
    const { declareStatusLabel, flow } = await client.projects.get(project.id)
    return [
      seen,
      declareStatusLabel,
      flow.history.map(({ action, toStatusLabel }) => [action, toStatusLabel]),
    ]
  },
  'a return needs an opinion and comes back for another submission': async (as) => {
    const { client, project } = await made(as)
    const ids = [project.id]
    await client.projects.submit({ ids, action: 'SUBMIT' })
    const office = await as('county_yc')
    const refused = await refusalOf(office.projects.submit({ ids, action: 'RETURN' }))
    await office.projects.submit({ ids, action: 'RETURN', opinion: '请补充' })
    const { declareStatusLabel, actions, editable } = await client.projects.get(project.id)
    const [again] = (await office.projects.submit({ ids, action: 'PASS' })).failed
    // Its words name offices and times.
    return [refused, declareStatusLabel, actions, editable, again?.code]
  },
  'a withdrawal comes too late for the next level': async (as) => {
    const { client, project } = await made(as)
    const ids = [project.id]
    await client.projects.submit({ ids, action: 'SUBMIT' })
    await (await as('county_yc')).projects.submit({ ids, action: 'PASS' })
    const [failure] = (await client.projects.submit({ ids, action: 'WITHDRAW' })).failed
    return failure?.code
  },
  'a draft that lacks something is not submitted': async (as) => {
    const client = await as('enterprise_yc')
    const { id } = await client.projects.create({ projectName: `空站${++serial}`, provinceCode: '640000' })
    const { failed } = await client.projects.submit({ ids: [id, 999_999], action: 'SUBMIT' })
    const fields = (failed[0]?.errors ?? []).map(({ field }) => field)
    return [fields.includes('buildStatus'), fields.includes('techType'), failed[1]?.code, failed[1]?.message]
  },
  'a version that was not seen moves nothing': async (as) => {
    const { client, project } = await made(as)
    const versions = [{ id: project.id, version: 7 }]
    const { failed } = await client.projects.submit({ ids: [project.id], action: 'SUBMIT', versions })
    return failed.map(({ code, message }) => [code, message])
  },
  'lists have no unknown order': async (as) =>
    refusalOf((await as('enterprise_yc')).projects.list({ sort: ['owner,asc'] })),
  'dictionaries are asked for by name': async (as) => {
    const client = await as('enterprise_yc')
    const { tech_type: entries = [] } = await client.dicts.getMap({ dictName: 'tech_type,none' })
    const labels = entries.map(({ value, label }) => [value, label])
    return [labels, await refusalOf(client.dicts.list({})), await refusalOf(client.dicts.getMap({}))]
  },
  'an enterprise publishes no message and finds none of others': async (as) => {
    const client = await as('enterprise_yc')
    return [
      await refusalOf(client.messages.update({ action: 'READ', ids: [999_999] })).then(
        (refusal) => refusal[0],
      ),
      await refusalOf(
        client.messages.create({ title: '题', content: '文', messageType: '2', targetType: '0' }),
      ).then((refusal) => refusal[0]),
    ]
  },
  'a log-out ends the session': async (as) => {
    const client = await as('enterprise_yc')
    await client.logout()
    return refusalOf(client.auth.getInfo())
  },
  'a key is no shorter than the contract says': async (as) => {
    const client = await as('enterprise_yc')
    return refusalOf(client.projects.create(named(), { idempotencyKey: 'short' })).then(
      (refusal) => refusal[0],
    )
  },
  'rows are checked, written and told of': async (as) => {
    const client = await as('enterprise_yc')
    const rows = [
      rowOf({}),
      rowOf({ contactPhone: '1380013800' }),
      rowOf({ projectName: '', ratedPower: '一百' }),
      rowOf({ techType: '核能', planGridDate: '明年' }),
    ]
    const { batch, written, errorRows } = await importRows(client.imports, rows, { pollInterval: 20 })
    const told: unknown[] = []
    for await (const { rowNo, errors } of errorRows())
      told.push([rowNo, errors.map(({ field }) => field).sort()])
    const after = [
      await refusalOf(client.imports.cancel(batch.id)),
      await refusalOf(client.imports.get(999_999)),
    ]
    return [batch.state, batch.stateLabel, written, batch.errorRows, told, after]
  },
  'a dry run writes nothing, and cannot': async (as) => {
    const client = await as('enterprise_yc')
    const rows = [rowOf({})]
    const { batch } = await importRows(client.imports, rows, { dryRun: true, pollInterval: 20 })
    return [batch.state, await refusalOf(client.imports.commit(batch.id, {}))]
  },
  'parts of an import come in any order, each once': async (as) => {
    const client = await as('enterprise_yc')
    const [one, two, three] = [rowOf({}), rowOf({}), rowOf({})]
    const send = (row: Record<string, string>, firstRow: number, last = false) => {
      const request = { clientKey: 'in-any-order', dryRun: true, rows: [row], firstRow, last }
      return client.imports.upload(request).then(
        ({ totalRows }) => totalRows,
        (error: unknown) => refusalOf(Promise.reject(error)),
      )
    }
    return [
      await send(three, 3, true),
      await send(one, 1),
      await send(one, 1),
      await send(two, 1),
      await send(two, 4),
      await send(two, 2),
      await send(one, 2),
    ]
  },
}

test.each(Object.entries(cases))('the fake platform is like this one: %s', async (_rule, work) => {
  expect(await work(fakeAccounts())).toEqual(await work((username) => rig.as(username)))
})
