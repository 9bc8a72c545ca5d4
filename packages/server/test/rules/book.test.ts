import { fields } from '@xinchu/contract/fields'
import { createClient, type ProjectDraft } from '@xinchu/sdk'
import { type Example, ruleBook } from '@xinchu/validators/book'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rules, rulesCsv } from '../../src/domain/rules/book.ts'
import { type Rig, startRig } from '../rig.ts'
import { goodRow } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

describe('the rule book', () => {
  test('is open to everyone and complete', async () => {
    const response = await fetch(`${rig.url}/api/rules`)
    const given = (await response.json()) as typeof rules // as the contract says; offContract checks it
    expect(given.map(({ code }) => code)).toEqual(ruleBook.map(({ code }) => code))
    expect(given).toEqual(rules)
  })

  test('is a table with one line per rule as CSV', async () => {
    const response = await fetch(`${rig.url}/api/rules/download`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(ruleBook.length + 2)
    expect(lines.at(-1)).toMatch(/^A-\d{3},账号,/)
    const [line, heading] = rulesCsv(new Date('2026-11-27T02:20:33Z')).split('\r\n')
    expect(line).toBe(`\ufeff实时 · 共 ${ruleBook.length} 条 · 规则手册 · 2026-11-27 10:20:33`)
    expect(heading?.startsWith('编号,')).toBe(true)
  })

  test('tells examples by captions, units and labels', () => {
    const { fields: named, failing } = rules.find(({ code }) => code === 'P-007') ?? {}
    expect(named).toContainEqual({
      entity: 'EsProject',
      entityLabel: '项目',
      field: 'ratedPower',
      label: '额定功率',
    })
    expect(failing?.lines).toEqual(['额定功率 1 MW', '额定能量 200 MWh'])
    expect(rules.find(({ code }) => code === 'P-012')?.failing.lines).toEqual(['建设状态由已投运改为已备案'])
  })
})

type ProjectRule = { code: string; severity: string; passes: Values; fails: Values }
type Values = Readonly<Record<string, unknown>>

const projectOf = (example: Example): Values | undefined =>
  'project' in example ? example.project : undefined

/** The rules of a project's own content with their examples, in the terms of today. */
const projectRules: ProjectRule[] = ruleBook.flatMap(({ code, severity, passes, fails }): ProjectRule[] => {
  const [right, wrong] = [projectOf(passes), projectOf(fails)]
  if (!right || !wrong) return []
  // The day of this example is that of the test.
  if (code === 'P-006') return [{ code, severity, passes: right, fails: { recordDate: '2049-01-01' } }]
  return [{ code, severity, passes: right, fails: wrong }]
})

let serial = 700
const draftOf = (example: Values): ProjectDraft => soundProject(serial++, example as Partial<ProjectDraft>) // by the contract's names

describe('a project that breaks a rule', () => {
  test.each(projectRules.filter(({ severity }) => severity === 'blocker'))(
    '$code: cannot be saved, and the SDK’s error has the code',
    async ({ code, passes, fails }) => {
      const client = await rig.sameAs('enterprise_yc')
      expect(await refusalCodes(client.projects.create(draftOf(fails)))).toContain(code)
      expect(await refusalCodes(client.projects.create(draftOf(passes)))).not.toContain(code)
    },
  )

  test.each(projectRules.filter(({ severity }) => severity === 'warning' || severity === 'hint'))(
    '$code: is saved, and the warning before its submission has the code',
    async ({ code, passes, fails }) => {
      const client = await rig.sameAs('enterprise_yc')
      const judged = async (example: Values) => {
        const { id } = await client.projects.create(draftOf(example))
        return (await client.projects.judgeSubmit({ ids: [id] })).warnings.map((warning) => warning.code)
      }
      expect(await judged(fails)).toContain(code)
      expect(await judged(passes)).not.toContain(code)
    },
  )
})

/** Project fields that the workbook has a column for, as cell texts. */
function cellsOf(example: Values): Record<string, string> | undefined {
  const specs = fields.EsProject.filter(({ name }) => name in example)
  if (!specs.every(({ importColumn }) => importColumn !== undefined)) return undefined
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]))
}

test('an import finds the same rules in its rows', async () => {
  const { imports } = await rig.sameAs('enterprise_yc')
  const wanted = projectRules.flatMap(({ code, fails }) => {
    const cells = cellsOf(fails)
    return cells ? [{ code, cells }] : []
  })
  expect(wanted.length).toBeGreaterThan(5)
  const rows = wanted.map(({ cells }, index) => ({ ...textsOf(goodRow(index + 1)), ...cells }))
  const { id } = await imports.upload({ clientKey: 'rule-book', rows, last: true })
  await vi.waitUntil(async () => (await imports.get(id)).state === 'READY', { timeout: 90_000 })
  const { rows: read = [] } = await imports.list({ batchId: id, size: 100 })
  const found = read.map((row) => [...row.errors, ...row.warnings].map(({ code }) => code))
  wanted.forEach(({ code }, index) => {
    expect(found[index], `row ${index + 1}`).toContain(code)
  })
})

const textsOf = (row: ReturnType<typeof goodRow>): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

describe('a refusal', () => {
  const calls: readonly (readonly [code: string, what: string, call: () => Promise<unknown>])[] = [
    [
      'A-008',
      'without a session',
      () => createClient({ baseUrl: rig.url, retry: { times: 0 } }).projects.list(),
    ],
    ['W-001', 'without the right', async () => (await rig.sameAs('enterprise_yc')).auditLog.list()],
    ['W-002', 'of a missing record', async () => (await rig.sameAs('enterprise_yc')).projects.get(999_999)],
    ['W-003', 'of a stale version', async () => update({ version: 99 })],
    ['P-014', 'of another province', async () => update({ provinceCode: '620000' })],
    ['P-015', 'of another company', async () => update({ companyName: '灵武储能有限公司' })],
    ['F-003', 'of a wrong number', async () => update({ contactPhone: '1' })],
    ['F-022', 'of a wrong type', async () => update({ ratedPower: 'x' as never })],
    ['W-006', 'of a return without an opinion', async () => flow('county_yc', 'RETURN')],
    ['F-023', 'of an unknown action', async () => flow('county_yc', 'SEND' as 'RETURN')],
    [
      'W-027',
      'of an unknown order',
      async () => (await rig.sameAs('enterprise_yc')).projects.list({ sort: ['abc,asc'] }),
    ],
  ]

  async function update(change: Partial<ProjectDraft> & { version?: number }): Promise<unknown> {
    const client = await rig.sameAs('enterprise_yc')
    const draft = draftOf({})
    const made = await client.projects.create(draft)
    return client.projects.update({ ...draft, id: made.id, version: made.version, ...change })
  }

  async function flow(username: string, action: 'RETURN'): Promise<unknown> {
    const client = await rig.sameAs('enterprise_yc')
    const { id } = await client.projects.create(draftOf({}))
    return (await rig.sameAs(username)).projects.submit({ ids: [id], action })
  }

  test.each(calls)('has %s %s', async (code, _what, call) => {
    expect(await refusalCodes(call())).toContain(code)
  })

  test('of one project of many has its code', async () => {
    const client = await rig.sameAs('enterprise_yc')
    const { id } = await client.projects.create(draftOf({}))
    const { failed } = await client.projects.submit({ ids: [id, 999_999], action: 'PASS' })
    expect(failed.map(({ code }) => code)).toEqual(['W-005', 'W-002'])
  })
})
