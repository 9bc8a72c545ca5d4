import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import type { SheetColumn } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import type { Labels } from '../dict/labels.ts'
import { cellWords } from '../statistics/figures.ts'
import { listedFilter } from '../statistics/filter.ts'
import type { ProjectQuery } from './filters.ts'

const columns: readonly SheetColumn[] = [
  { header: '项目', kind: 'text', width: 22 },
  { header: '内容', kind: 'text', width: 80 },
]

const FIGURES = {
  scale: '累计规模',
  added: '当年新增',
  due: '应报项目',
  reported: '已报项目',
  unreported: '未报、缺报项目',
  stage: '建设阶段的项目',
} as const satisfies Record<NonNullable<ProjectQuery['figure']>, string>

interface Caption {
  caption: string
  /** Dictionary of the values, or where their names are stored. */
  words?: { dict: string } | 'region' | 'group' | typeof FIGURES
  unit?: string
}

const CAPTIONS: Readonly<Partial<Record<keyof ProjectQuery, Caption>>> = {
  keyword: { caption: '关键字' },
  provinceCode: { caption: '省（自治区、直辖市）', words: 'region' },
  cityCode: { caption: '市（州、盟）', words: 'region' },
  countyCode: { caption: '县（市、区、旗）', words: 'region' },
  techSubType: { caption: '细分技术', words: { dict: 'tech_sub_type' } },
  techType: { caption: '技术路线', words: { dict: 'tech_type' } },
  appSubScenario: { caption: '应用场景', words: { dict: 'app_sub_scenario' } },
  buildStatus: { caption: '建设状态', words: { dict: 'build_status' } },
  declareStatus: { caption: '申报状态', words: { dict: 'declare_status' } },
  countryStatus: { caption: '国家审核状态', words: { dict: 'country_status' } },
  repeatFlag: { caption: '查重标识', words: { dict: 'repeat_flag' } },
  ownerGroupId: { caption: '投资主体（集团）', words: 'group' },
  powerMin: { caption: '额定功率不低于', unit: 'MW' },
  powerMax: { caption: '额定功率不高于', unit: 'MW' },
  energyMin: { caption: '额定能量不低于', unit: 'MWh' },
  energyMax: { caption: '额定能量不高于', unit: 'MWh' },
  commissionFrom: { caption: '投运日期不早于' },
  commissionTo: { caption: '投运日期不晚于' },
  suspected: { caption: '疑似重复' },
  warned: { caption: '有警告' },
  remarked: { caption: '有未结意见' },
  todo: { caption: '待本单位办理' },
  own: { caption: '本单位填报' },
  figure: { caption: '统计数', words: FIGURES },
  cells: { caption: '统计分组' },
  year: { caption: '年度' },
  quarter: { caption: '季度' },
}

const ORDERS: Readonly<Record<string, string>> = {
  id: '编号',
  createTime: '创建时间',
  updateTime: '更新时间',
  projectName: '项目名称',
  ratedPower: '额定功率',
  ratedEnergy: '额定能量',
  commissionDate: '投运日期',
  waitingSince: '开始等待的时间',
  waitingDays: '等待天数',
}

/** A sort in words: 额定功率降序. */
function orderWords(sort: readonly string[] | undefined): string {
  if (!sort?.length) return '最新创建的在前'
  return sort
    .map((each) => {
      const [field = '', direction] = each.split(',')
      return `${ORDERS[field] ?? field}${direction === 'desc' ? '降序' : '升序'}`
    })
    .join('，')
}

/** Names of the regions and of the group that the filters name. */
async function namesOf(db: Db, query: ProjectQuery): Promise<ReadonlyMap<string, string>> {
  const owners = query.ownerGroupId ?? []
  const codes = [query.provinceCode, query.cityCode, query.countyCode].filter((code) => code !== undefined)
  const { rows } = await sql<{ key: string; name: string }>`
    select code as key, name from region where code = any(${codes}::text[])
    union all select id::text, label from owner_dict where id = any(${owners}::bigint[])`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

function wordsOf(value: unknown, caption: Caption, labels: Labels, names: ReadonlyMap<string, string>) {
  const { words, unit } = caption
  const one = (each: unknown): string => {
    if (each === true) return '是'
    const text = String(each)
    if (words === 'region' || words === 'group') return names.get(text) ?? text
    if (words && 'dict' in words) return labels.get(words.dict)?.get(text) ?? text
    if (words) return words[text as keyof typeof FIGURES] // the contract names the figures
    return unit ? `${text} ${unit}` : text
  }
  return Array.isArray(value) ? value.map(one).join('、') : one(value)
}

export interface ExportedList {
  /** Title of the list. */
  name: string
  query: ProjectQuery
  /** Number of projects asked for by id, instead of by filters. */
  chosen?: number | undefined
  sort?: readonly string[] | undefined
  /** Whether the list is of the warehouse, and of which period. */
  source: string
  total: number
}

/** The sheet 导出条件: the conditions, order, recipient and time of an export. */
export async function conditionsSheet(db: Db, list: ExportedList, labels: Labels, user: Caller, now: Date) {
  const { name, query, chosen, sort, source, total } = list
  const names = await namesOf(db, query)
  const cells = query.cells && (await cellWords(db, { ...listedFilter(query), cells: query.cells }))
  // The captions name keys of the query.
  const filters = (Object.entries(CAPTIONS) as [keyof ProjectQuery, Caption][]).flatMap(([key, caption]) => {
    const value = key === 'cells' ? cells : query[key]
    const isUnset = value === undefined || value === false || (Array.isArray(value) && value.length === 0)
    return isUnset ? [] : [[`条件：${caption.caption}`, wordsOf(value, caption, labels, names)]]
  })
  const none = chosen === undefined ? '无，范围内的全部项目' : `列表中选中的 ${chosen} 件`
  const rows = [
    ['清单', name],
    ['数据来源', source],
    ['数据范围', `${user.orgName}可见的项目`],
    ...(filters.length > 0 ? filters : [['条件', none]]),
    ['排序', orderWords(sort)],
    ['件数', `${total} 件`],
    ['导出单位', user.orgName],
    ['导出人', user.realName],
    ['导出时间', dateTime(now)],
  ]
  return { name: '导出条件', columns, rows }
}
