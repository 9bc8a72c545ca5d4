import { type FileReply, importRows, importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { closedQuarter, SNAPSHOT_CAPTION } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../src/operations.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { goodRow } from './support/import-rows.ts'
import { saveByHand } from './support/save-by-hand.ts'
import { sheetOf } from './support/sheet.ts'

let rig: Rig
let admin: XinchuClient
let nation: XinchuClient
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
  nation = await rig.as('nation')
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Forms to fill in, files sent back with remarks, and slips of passwords are no lists. */
const FORMS = [
  'downloadUserTemplate',
  'downloadUserImportErrors',
  'downloadPasswordSheet',
  'downloadProjectTemplate',
  'downloadImportErrors',
]

const aMessage = async () => {
  const { id } = await nation.messages.create({
    ...{ title: '季度报送通知', content: '<p>请按期报送。</p>', messageType: '1' },
    ...{ targetType: '2', targetRegionCodes: ['640000'] },
  })
  return id
}

const aGroup = async () => {
  const { groups } = await nation.demoProjects.findGroupExperts()
  return groups[0]?.id ?? 0
}

/** Sealed in the sample data: `pilot-review/whole-batch` opens it. */
const SEALED = ['exportReviewResults']

/** How each list of the contract is exported as a workbook. */
const EXPORTS: Readonly<Record<string, () => Promise<FileReply>>> = {
  exportContacts: () => nation.users.exportContacts(),
  exportRegistrations: async () => (await rig.as('county_yc')).users.exportRegistrations({}),
  exportUserDistribution: () => nation.users.exportDistribution(),
  exportUsers: () => admin.users.exportList({}),
  exportMapData: () =>
    nation.statistics.exportMapData({ year: 2025, quarter: 4, source: 'warehouse', dimensions: ['region'] }),
  downloadProjects: () => nation.projects.download({}),
  exportRecordProjectList: () =>
    nation.projects.exportRecordList({ year: closedQuarter(day(new Date())).year }),
  exportMessageReaders: async () => nation.messages.exportReaders({ id: await aMessage() }),
  exportDict: () => admin.dicts.exportWorkbook({ dictName: 'policy_type' }),
  downloadOwnerWorkbook: () => admin.owners.downloadWorkbook(),
  downloadAuditLog: () => admin.auditLog.download(),
  exportWorkReports: () => nation.workReports.export({}),
  exportConflicts: async () => nation.demoReview.exportConflicts({ groupId: await aGroup() }),
  exportExperts: () => nation.demoReview.exportExperts(),
  exportDemoProjects: () => nation.demoProjects.exportList(),
  exportProgressOverview: () => nation.progress.exportOverview(),
  exportAnnualOverview: () => nation.annualReports.exportOverview(),
  downloadProvincialDemos: () => nation.provincialDemos.download({}),
}

interface Property {
  title?: string
  type?: string
  $ref?: string
  items?: { $ref?: string }
  'x-unit'?: string
}
interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: object }>>
  components: { schemas: Record<string, { properties?: Record<string, Property> }>; responses: object }
}
const { paths, components } = document as unknown as Contract // as openapi/ has it

/** Operations that answer a workbook of a list. */
const sent = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .filter(({ responses = {} }) => /responses\/Xlsx|spreadsheetml/.test(JSON.stringify(responses)))
  .map(({ operationId = '' }) => operationId)
  .filter((id) => ![...FORMS, ...SEALED].includes(id))

/** Units by caption, where all properties of the caption have one. */
function unitsByCaption(): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  for (const { properties = {} } of Object.values(components.schemas))
    for (const { title, 'x-unit': unit = '' } of Object.values(properties))
      if (title) found.set(title, (found.get(title) ?? new Set()).add(unit))
  return new Map(
    [...found].flatMap(([title, units]) => (units.has('') ? [] : [[title, [...units].join()] as const])),
  )
}

/** Schemas whose values are codes of a dictionary. */
const coded = new Set(
  Object.entries(components.schemas).flatMap(([name, schema]) => ('x-dict' in schema ? [name] : [])),
)

/** Headings of the facts of a schema: no keys, no versions, no names beside their codes, nothing of the caller. */
const headingsOf = (schema: string): string[] =>
  Object.entries(components.schemas[schema]?.properties ?? {}).flatMap(([name, property]) => {
    const { title = name, type, $ref = '', items, 'x-unit': unit } = property
    const isKey = /\/(?:Id|Version)$/.test($ref) && name !== 'ownerGroupId'
    const isNamed = schema === 'EsProjectSystemFields' && /(?:Label|Name)$/.test(name)
    const hasNoLabels = type === 'array' && !coded.has(items?.$ref?.split('/').at(-1) ?? '')
    const isOfCaller = ['editable', 'deletable', 'actions', 'flow'].includes(name)
    return isKey || isNamed || hasNoLabels || isOfCaller ? [] : [unit ? `${title}（${unit}）` : title]
  })

test('every workbook of the contract is known', () => {
  expect(sent.toSorted()).toEqual(Object.keys(EXPORTS).toSorted())
})

test.each(Object.keys(EXPORTS))(
  'the workbook of %s says what it is, and has each column once',
  async (id) => {
    const file = await EXPORTS[id]?.()
    if (!file) throw new Error(`no file of ${id}`)
    const { line, heading, rows } = await sheetOf(file)
    expect(line).toMatch(
      /^(?:实时|\d{4}年(?:第\d季度)?|\d{4}-\d\d-\d\d [\d:]{8})(?: · [^·]+)* · 共 [\d,]+ \S · .+ · \d{4}-\d\d-\d\d [\d:]{8}$/,
    )
    const names = (id === 'exportMapData' ? (rows[2] ?? []) : heading).filter((name) => name !== null)
    expect(names.length).toBeGreaterThan(2)
    expect(names).toEqual([...new Set(names)])
    // The audit log names what a call was about.
    const keys = names.filter((name) => /主键|版本|^id$/i.test(String(name)))
    expect(keys).toEqual(id === 'downloadAuditLog' ? ['对象主键'] : [])
    const units = unitsByCaption()
    expect(names.filter((name) => units.has(String(name)))).toEqual([])
  },
)

test('the workbook of projects has every fact of the contract in its order, with its unit', async () => {
  const { heading } = await sheetOf(await nation.projects.download({}))
  const schemas = ['EsProjectSystemFields', 'EsProjectFields', 'EsProject', 'Audited']
  expect(heading).toEqual(schemas.flatMap(headingsOf))
  const { year } = closedQuarter(day(new Date()))
  const record = await sheetOf(await nation.projects.exportRecordList({ year }))
  expect(record.heading).toEqual([...heading, SNAPSHOT_CAPTION])
})

const draftOf = async (serial: number, more: object = {}) => {
  const outcome = await importRows(enterprise.imports, [goodRow(serial)], { pollInterval: 20 })
  const { rows = [] } = await enterprise.imports.list({ batchId: outcome.batch.id, size: 1 })
  const id = rows[0]?.projectId ?? 0
  if (Object.keys(more).length > 0) await saveByHand(enterprise, id, { ...more })
  return id
}

test('the parts of mixed stations have a sheet of their own', async () => {
  const hybridDetail = [
    { techType: '01', ratedPower: 60, ratedEnergy: 120 },
    { techType: '04', ratedPower: 40, ratedEnergy: 80 },
  ]
  const more = { techType: '90', techSubType: null, hybridDetail, ratedPower: 100, ratedEnergy: 200 }
  const id = await draftOf(71_001, more)
  const file = await enterprise.projects.download({ ids: [id] })
  const { projectCode, projectName } = await enterprise.projects.get(id)
  const { heading, rows } = await sheetOf(file, 1)
  expect(heading).toEqual(['平台项目编号', '项目名称', '技术路线', '额定功率（MW）', '额定能量（MWh）'])
  expect(rows.map((row) => [row[0], row[1], row[3], row[4]])).toEqual([
    [projectCode, projectName, 60, 120],
    [projectCode, projectName, 40, 80],
  ])
  expect(rows.map((row) => row[2])).not.toContain('01')
})

describe('what went out comes in again unchanged', () => {
  test('projects', async () => {
    const ids = [await draftOf(71_002), await draftOf(71_003, { remark: "'=1+1" }), await draftOf(71_004)]
    const { blob } = await enterprise.projects.download({ ids })
    const { batch } = await importWorkbook(enterprise.imports, new File([blob], '项目清单.xlsx'), {
      pollInterval: 20,
    })
    expect(batch.message).toBeUndefined()
    expect(batch).toMatchObject({ totalRows: 3, errorRows: 0, created: 0, changed: 0, same: 3 })
  })

  test('mixed stations with their parts, beside others', async () => {
    const more = { techType: '90', techSubType: null, ratedPower: 100, ratedEnergy: 200 }
    const hybridDetail = [
      { techType: '01', ratedPower: 60.5, ratedEnergy: 120 },
      { techType: '04', ratedPower: 39.5, ratedEnergy: 80 },
    ]
    const ids = [await draftOf(71_005, { ...more, hybridDetail }), await draftOf(71_006)]
    ids.push(await draftOf(71_007, { ...more, hybridDetail: hybridDetail.toReversed() }))
    const { blob } = await enterprise.projects.download({ ids })
    const { batch } = await importWorkbook(enterprise.imports, new File([blob], '项目清单.xlsx'), {
      pollInterval: 20,
    })
    expect(batch.message).toBeUndefined()
    expect(batch).toMatchObject({ totalRows: 3, errorRows: 0, created: 0, changed: 0, same: 3, kept: 0 })
    expect(batch.notes?.filter((note) => note.includes('混合储能构成'))).toEqual([])
  })

  test('a dictionary', async () => {
    const { blob } = await admin.dicts.exportWorkbook({ dictName: 'policy_type' })
    const { rows } = await admin.dicts.importWorkbook(
      { file: new File([blob], '字典.xlsx') },
      { dictName: 'policy_type' },
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ effect, errors }) => effect !== '' || errors.length > 0)).toEqual([])
  })

  test('owners', async () => {
    const { blob } = await admin.owners.downloadWorkbook()
    const { rows } = await admin.owners.importWorkbook({ file: new File([blob], '业主与集团.xlsx') })
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ effect }) => effect !== 'same')).toEqual([])
  })

  test.each([true, false])('users, with whole phone numbers: %s', async (full) => {
    const { blob } = await admin.users.exportList({ regionCode: '640000', full })
    const { totalElements } = await admin.users.list({ regionCode: '640000', size: 1 })
    const { totalRows, sameRows, errorRows, okRows } = await admin.users.importWorkbook({
      file: new File([blob], '用户.xlsx'),
    })
    expect({ totalRows, sameRows, errorRows, okRows }).toEqual({
      ...{ totalRows: totalElements, sameRows: totalElements },
      ...{ errorRows: 0, okRows: 0 },
    })
  })
})
