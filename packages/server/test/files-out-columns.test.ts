import type { FileReply, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationId } from '../src/contract/operation-id.ts'
import { elementOf, propertiesOf, resolve } from '../src/contract/schema-walk.ts'
import { document, type JsonSchema, operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'
import { sheetOf } from './support/sheet.ts'

let rig: Rig
let admin: XinchuClient
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
  nation = await rig.as('nation')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const aMessage = async () => {
  const { id } = await nation.messages.create({
    ...{ title: '季度报送通知', content: '<p>请按期报送。</p>', messageType: '1' },
    ...{ targetType: '2', targetRegionCodes: ['640000'] },
  })
  return id
}

interface Export {
  /** The call whose rows the file has. */
  list: OperationId
  /** Headings beyond those of the contract. */
  more?: readonly string[]
  open: () => Promise<FileReply>
}

/** Files of lists. */
const LISTS: Readonly<Partial<Record<OperationId, Export>>> = {
  exportUsers: { list: 'listUsers', open: () => admin.users.exportList({}) },
  exportRegistrations: {
    list: 'listRegistrations',
    open: async () => (await rig.as('county_yc')).users.exportRegistrations({}),
  },
  exportContacts: { list: 'listContacts', open: () => nation.users.exportContacts() },
  exportUserDistribution: { list: 'listUserDistribution', open: () => nation.users.exportDistribution() },
  exportMessageReaders: {
    list: 'listMessageReaders',
    open: async () => nation.messages.exportReaders({ id: await aMessage() }),
  },
  exportWorkReports: { list: 'listWorkReports', more: ['区域'], open: () => nation.workReports.export({}) },
  downloadProvincialDemos: { list: 'queryProvincialDemos', open: () => nation.provincialDemos.download({}) },
}

/** Files whose columns follow from something else than a row, and what tests them. */
const OTHERS: Readonly<Partial<Record<OperationId, string>>> = {
  downloadProjects: 'every fact of a project: files-out-workbooks',
  exportRecordProjectList: 'every fact of a project: files-out-workbooks',
  exportMapData: 'a row of figures for each dimension: scale statistics',
  exportDemoProjects: 'the columns of the query screen: pilot-project/query',
  exportReviewResults: 'a column for each expert: pilot-review/whole-batch',
  exportConflicts: 'a row for each reason of a conflict: pilot-review/conflict-calls',
  exportExperts: 'no contact of the pool: pilot-review/whole-batch',
  exportProgressOverview: 'a column for each period: pilot-reports/overview',
  exportAnnualOverview: 'a column for each period: pilot-reports/overview',
  exportDict: 'the columns of its import: files-out-workbooks',
  downloadOwnerWorkbook: 'the columns of its import: files-out-workbooks',
  downloadAuditLog: 'the parts of an entry in words, with its hash: audit-log',
  downloadUserTemplate: 'a form',
  downloadUserImportErrors: 'a file sent back with remarks',
  downloadPasswordSheet: 'slips of passwords',
  downloadProjectTemplate: 'a form',
  downloadImportErrors: 'a file sent back with remarks',
}

const raw = document.paths as unknown as Record<
  string,
  Record<string, { operationId: string; responses: object }>
> // as openapi/ has it

/** Operations that answer a workbook. */
const workbooks = Object.values(raw)
  .flatMap((item) => Object.values(item))
  .filter(({ responses }) => /responses\/Xlsx|spreadsheetml/.test(JSON.stringify(responses ?? {})))
  .map(({ operationId }) => operationId)

const traced = [...propertiesOf({ $ref: '#/components/schemas/Audited' }).keys()]
const targetOf = ({ $ref }: JsonSchema) => String($ref).split('/').at(-1)

/** Properties of a row as the contract writes them, with the trace of the record at the end. */
function written(schema: JsonSchema): [string, JsonSchema][] {
  const { allOf = [], properties = {} } = resolve(schema) as { allOf?: JsonSchema[]; properties?: object }
  const all: [string, JsonSchema][] = [...allOf.flatMap(written), ...Object.entries(properties)]
  return [...all.filter(([name]) => !traced.includes(name)), ...all.filter(([name]) => traced.includes(name))]
}

/** Headings of a row by the contract: no keys, no rights of the caller, one for a code and its name. */
function headings(schema: JsonSchema): string[] {
  const all = written(schema)
  const has = (name: string) => all.some(([each, found]) => each === name && targetOf(found) !== 'Id')
  return all.flatMap(([name, property]) => {
    const whole = resolve(property) as {
      title?: string
      type?: string
      items?: JsonSchema
      'x-unit'?: string
    }
    const { title = name, type, items, 'x-unit': unit } = whole
    const isKey = ['Id', 'Version'].includes(targetOf(items ?? property) ?? '') && name !== 'ownerGroupId'
    const isOfCaller = ['actions', 'flow', 'undo', 'editable', 'deletable'].includes(name)
    const base = name.replace(/(?:Label|Name)$/, '')
    const isNamed = base !== name && ['', 'Code', 'Id'].some((end) => has(base + end))
    if (isKey || isOfCaller || isNamed) return []
    if (type === 'object') return headings(property)
    const isCode = ['Label', 'Name'].some((end) => has(name.replace(/(?:Code|Id)$/, '') + end))
    const caption = isCode ? title.replace(/代码$/, '') : title
    return [unit ? `${caption}（${unit}）` : caption]
  })
}

function rowOf(list: OperationId): JsonSchema {
  const reply = operations.find(({ id }) => id === list)?.success.schema
  const rows = reply && (propertiesOf(reply).get('content') ?? reply)
  const row = rows && elementOf(rows, 'items')
  if (!row) throw new Error(`${list} has no rows`)
  return row
}

test('every workbook of the contract is a list of rows, or says what its columns are', () => {
  const known = [...Object.keys(LISTS), ...Object.keys(OTHERS)]
  expect(workbooks.toSorted()).toEqual(known.toSorted())
})

test.each(Object.entries(LISTS))(
  'the workbook of %s has each column of the contract once, in its order, with its unit',
  async (_, { list, more = [], open }) => {
    const { heading } = await sheetOf(await open())
    expect(heading).toEqual([...headings(rowOf(list)), ...more])
    expect(heading).toEqual([...new Set(heading)])
    expect(heading.length).toBeGreaterThan(6)
  },
)

test('the list of accounts shows codes in words, and masks what the list masks', async () => {
  const { content } = await admin.users.list({ regionCode: '640000', size: 9999, sort: ['id,asc'] })
  const { column } = await sheetOf(await admin.users.exportList({ regionCode: '640000' }))
  expect(column('手机号')).toEqual(content.map(({ phone }) => phone ?? null))
  expect(column('身份证号')).toEqual(content.map(({ idCard }) => idCard ?? null))
  expect(column('所属行政区划')).toEqual(content.map(({ regionName }) => regionName ?? null))
  expect(column('角色')).toEqual(content.map(({ roles = [] }) => roles.map(({ name }) => name).join('、')))
  const words = ['账号标志', '账号状态', '企业性质', '所属集团'].flatMap((name) => column(name))
  expect(words.filter((word) => word !== null && /^[\w-]+$/.test(String(word)))).toEqual([])
  expect(words).toContain('正常')
})

test('experts among the accounts have their field, title and employer, as the list of experts has them', async () => {
  const platform = await rig.as('platform')
  const { content: profiles } = await platform.demoReview.listExperts({ size: 9999 })
  const [expert] = profiles.filter(({ specialty = [], workUnit }) => specialty.length > 0 && workUnit)
  const { content } = await admin.users.list({ size: 9999 })
  const listed = content.find(({ id }) => id === expert?.userId)
  expect(listed).toMatchObject({
    ...{ specialty: expert?.specialty, workUnit: expert?.workUnit, professionalTitle: expert?.title },
  })
  const { column } = await sheetOf(await admin.users.exportList({}))
  expect(column('工作单位')).toContain(expert?.workUnit)
})
