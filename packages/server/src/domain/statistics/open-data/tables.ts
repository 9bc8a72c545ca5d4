import { type EntityName, fields } from '@xinchu/contract/fields'
import contract from '@xinchu/contract/openapi.json' with { type: 'json' }
import { revenueFields } from '@xinchu/validators'
import { snake } from '../../columns.ts'
import type { ColumnKind, ParquetColumn } from './parquet.ts'

/** A column with its meaning, as in the contract. */
export interface OpenColumn extends ParquetColumn {
  caption: string
  unit?: string | undefined
  dict?: string | undefined
}

export interface OpenTable {
  name: string
  caption: string
  columns: readonly OpenColumn[]
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  number: 'decimal',
  integer: 'integer',
  date: 'date',
  boolean: 'boolean',
}

/** Columns of an entity's fields, by the contract. */
const ofEntity = (entity: EntityName, names: readonly string[]): OpenColumn[] =>
  names.map((name) => {
    const spec = fields[entity].find((each) => each.name === name)
    if (!spec) throw new Error(`${entity} has no field ${name}`)
    const { caption, kind, unit, dict } = spec
    return { name: snake(name), kind: KINDS[kind] ?? 'text', caption, unit, dict }
  })

interface Property {
  title?: string
  type?: string
  'x-unit'?: string
  $ref?: string
}

/** Columns of a reply's rows, by the contract. */
function ofReply(
  schema: 'ScaleLayoutRow' | 'UsageStatRow' | 'ScaleRank' | 'StatRestatementRow',
): OpenColumn[] {
  const properties: Readonly<Record<string, Property>> = contract.components.schemas[schema].properties
  return Object.entries(properties).map(([name, { title = name, type, 'x-unit': unit }]) => {
    const isText = type === 'string'
    return {
      name: snake(name),
      kind: isText ? 'text' : type === 'number' ? 'decimal' : 'integer',
      caption: title,
      unit,
    }
  })
}

/** Columns of our own with their captions: text, but for the whole numbers. */
const own = (captions: Readonly<Record<string, string>>, integers: readonly string[] = []): OpenColumn[] =>
  Object.entries(captions).map(([name, caption]) => ({
    name,
    kind: integers.includes(name) ? 'integer' : 'text',
    caption,
  }))

/** A column of text with its dictionary. */
const coded = (name: string, caption: string, dict: string): OpenColumn => ({
  ...{ name, caption, dict },
  kind: 'text',
})

const PLACES = ['provinceCode', 'cityCode', 'countyCode']
const GROUPS = [
  ...['techType', 'techSubType', 'appScenario', 'appSubScenario', 'ownerType'],
  ...['gridVoltage', 'buildStatus'],
]
const STATION = ['ratedPower', 'ratedEnergy', 'designCyclesPerDay', 'commissionDate']
/** Ends the names of columns of the quarter before. */
export const BEFORE = '_before'

const ENERGY = ['chargeEnergy', 'dischargeEnergy']
const REPORTED = [
  ...ENERGY,
  'offGridEnergy',
  'onGridEnergy',
  'plannedOutageHours',
  'unplannedOutageTimes',
  'unplannedOutageHours',
  ...revenueFields,
]

export const tables = {
  period: {
    name: 'period',
    caption: '期次',
    columns: own(
      {
        ...{ year: '年度', quarter: '季度', status: '状态', batch: '入库批次', stored_at: '入库时间' },
        ...{ place_level: '地区的级别：1 省，2 地市，3 县区', deadline: '项目单位报送截止时间' },
      },
      ['year', 'quarter', 'place_level'],
    ),
  },
  projects: {
    name: 'projects',
    caption: '入库项目',
    columns: [
      ...own({ project_id: '项目主键', project_code: '平台项目编号' }, ['project_id']),
      ...ofEntity('EsProjectFields', [
        ...['projectName', 'companyName', ...PLACES, 'longitude', 'latitude'],
        ...GROUPS,
        ...['totalInvestment', ...STATION],
      ]),
    ],
  },
  usage: {
    name: 'usage',
    caption: '季度使用情况：每个应报项目一行',
    columns: [
      ...own({ project_id: '项目主键' }, ['project_id']),
      ...ofEntity('EsProjectFields', ['projectName', ...PLACES, ...GROUPS, ...STATION]),
      coded('status', '报送状态；空为未提交', 'report_status'),
      ...own({ first_submitted_at: '首次报送时间' }),
      { name: 'reported', kind: 'boolean', caption: '是否已报送且未退回' },
      ...ofEntity('UsageFields', REPORTED),
      ...ofEntity('UsageFields', ENERGY).map((column) => ({
        ...column,
        ...{ name: `${column.name}${BEFORE}`, caption: `上季度${column.caption}` },
      })),
    ],
  },
  confirmations: {
    name: 'confirmations',
    caption: '已确认属实的报送值',
    columns: [
      ...own({ project_id: '项目主键', rule: '复核规则', indicator: '指标' }, ['project_id']),
      { name: 'value', kind: 'decimal', caption: '确认时的值' },
      ...own({ reason: '原因', org_name: '确认单位', time: '确认时间' }),
    ],
  },
  restatements: {
    name: 'restatements',
    caption: '修订',
    columns: [
      ...own({ batch: '入库批次', restated_at: '修订时间', reason: '修订原因', org_name: '修订单位' }),
      ...ofReply('StatRestatementRow'),
    ],
  },
  scaleRank: { name: 'scale_rank', caption: '在上级范围的占比与位次', columns: ofReply('ScaleRank') },
  scaleByPlace: { name: 'scale_by_place', caption: '各地区规模', columns: ofReply('ScaleLayoutRow') },
  usageByPlace: { name: 'usage_by_place', caption: '各地区使用情况', columns: ofReply('UsageStatRow') },
  regions: {
    name: 'regions',
    caption: '行政区划',
    columns: own(
      { code: '代码', name: '名称', level: '级别', parent_code: '上级代码', region_group: '区域' },
      ['level'],
    ),
  },
  dictionaries: {
    name: 'dictionaries',
    caption: '字典',
    columns: own({ dict: '字典', value: '取值', label: '名称' }),
  },
} as const satisfies Record<string, OpenTable>

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR',
  decimal: 'DECIMAL(18,4)',
  double: 'DOUBLE',
  integer: 'BIGINT',
  date: 'DATE',
  boolean: 'BOOLEAN',
}

/** The data dictionary: a row for each column of each file. */
export const columnsTable = {
  name: 'columns',
  caption: '数据说明',
  columns: own({
    ...{ file: '文件', column_name: '列', caption: '名称' },
    ...{ type: '类型', unit: '单位', dict: '字典' },
  }),
} as const satisfies OpenTable

export const columnRows = [...Object.values<OpenTable>(tables), columnsTable].flatMap(({ name, columns }) =>
  columns.map((column: OpenColumn) => ({
    file: `${name}.parquet`,
    column_name: column.name,
    caption: column.caption,
    type: TYPES[column.kind],
    unit: column.unit ?? null,
    dict: column.dict ?? null,
  })),
)
