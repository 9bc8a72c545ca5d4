import { dictionaries } from '@xinchu/contract/dictionaries'
import type { ListColumn, ListForm } from '../../sheet-list/form.ts'

type Name = 'value' | 'label' | 'shortName' | 'type' | 'creditCode' | 'parent' | 'sort' | 'enabled'
export type OwnerColumn = ListColumn<Name>

export const SHEET = '业主与集团'
// An audit entry compares at most 1,000 records.
export const MOST_ROWS = 1_000

const TYPES: readonly { value: string; label: string }[] = dictionaries.owner_type.values

const STATES = new Map([
  ['启用', true],
  ['停用', false],
])

/** Reads the state column: true if enabled, false if disabled, undefined for other words. */
export const stateNamed = (text: string): boolean | undefined => STATES.get(text)

/** The choices of the columns that have some. */
export const choices: Readonly<Partial<Record<Name, readonly string[]>>> = {
  type: TYPES.map(({ label }) => label),
  enabled: [...STATES.keys()],
}

/** Kind of owner by its name or its value; undefined if there is none. */
export const typeNamed = (text: string): string | undefined =>
  TYPES.find(({ value, label }) => text === value || text === label)?.value

const OWNER = '业主'
const PLACE = '归属与状态'

/** Columns of the workbook, in order. */
export const ownerColumns: readonly OwnerColumn[] = [
  { name: 'value', caption: '代码', group: OWNER, isRequired: true, width: 14, maxLength: 40, rule: 'nonEmpty', hint: '全平台唯一；已有的代码为修改，否则为新增' },
  { name: 'label', caption: '全称', group: OWNER, isRequired: true, width: 36, maxLength: 100, rule: 'nonEmpty', hint: '营业执照上的名称' },
  { name: 'shortName', caption: '简称', group: OWNER, isRequired: false, width: 18, maxLength: 60, hint: '列表与图表中的名称' },
  { name: 'type', caption: '企业性质', group: OWNER, isRequired: false, width: 16, maxLength: 40, hint: '从下拉列表中选择' },
  { name: 'creditCode', caption: '统一社会信用代码', group: OWNER, isRequired: false, width: 24, maxLength: 18, rule: 'creditCode', hint: '18位' },
  { name: 'parent', caption: '上级集团', group: PLACE, isRequired: false, width: 30, maxLength: 100, hint: '上级集团的代码或全称，可在本表中' },
  { name: 'sort', caption: '排序', group: PLACE, isRequired: false, width: 10, maxLength: 4, rule: 'nonNegativeInteger', hint: '0至9999，小的在前' },
  { name: 'enabled', caption: '状态', group: PLACE, isRequired: false, width: 10, maxLength: 2, hint: '启用或停用，新增时不填为启用' },
] // biome-ignore format: a table

export const ownerForm: ListForm<Name> = {
  sheet: SHEET,
  columns: ownerColumns,
  key: 'value',
  maxRows: MOST_ROWS,
  code: 'W-018',
  empty: '名单中没有业主',
  tooMany: `每次至多导入${MOST_ROWS}个业主，请拆分`,
  advice: '请使用模板填写',
}
