import { expect, test } from 'vitest'
import { ColumnValues } from '../../src/domain/import/column-values.ts'
import { importColumns } from '../../src/domain/import/columns.ts'
import { recognise } from '../../src/domain/import/header.ts'
import type { ScannedRow } from '../../src/workbook/index.ts'

const captionOf = (name: string): string =>
  importColumns.find((column) => column.name === name)?.caption ?? ''
const required = importColumns.filter(({ spec }) => spec.required === 'submit').map(({ caption }) => caption)

/** What becomes of a column beside those that a project must have, but for one: its field, a question, or nothing. */
function outcomeOf(heading: string, values: readonly string[], without?: string): string {
  const others = required.filter((caption) => caption !== (without && captionOf(without)))
  const rows: ScannedRow[] = [
    { rowNo: 1, cells: [...others, heading] },
    ...values.map((value, at) => ({ rowNo: at + 2, cells: [...others.map(() => null), value] })),
  ]
  const source = { by: 'workbook', today: '2026-11-28' } as const
  const found = recognise(rows, { valuesOf: (below) => new ColumnValues(below, source) })
  const at = others.length
  const asked = found?.questions.flatMap((question) => (question.at === at ? [question.code] : [])) ?? []
  const field = found?.columns[at]?.name ?? found?.proposed.get(at)?.field.name
  if (field !== undefined) return [...asked, field].join(' ')
  return found?.ignored.get(at + 1) === heading ? 'ignored' : 'own'
}

type Heading = [heading: string, values: readonly string[], outcome: string, without?: string]

// Fields without `without` are beside all required ones, as in most files.
const HEADINGS: readonly Heading[] = [
  // Names of fields, and other names for them.
  ['备注', ['已核对'], 'remark'],
  ['其他说明', ['已核对'], 'remark'],
  ['联系人姓名', ['张某'], 'contactName', 'contactName'],
  ['手机', ['13800138000'], 'contactPhone', 'contactPhone'],
  ['建设地点', ['青山乡'], 'address', 'address'],
  ['所属集团', ['国家能源投资集团'], 'ownerGroupName'],
  ['功率', ['100'], 'ratedPower', 'ratedPower'],
  ['功率（万千瓦）', ['10'], 'ratedPower', 'ratedPower'],
  ['总投资(万元)', ['25000'], 'totalInvestment', 'totalInvestment'],
  ['接入电压等级（kV）', ['110'], 'gridVoltage', 'gridVoltage'],
  ['并网电压（千伏）', ['110'], 'gridVoltage', 'gridVoltage'],
  ['电池类型', ['磷酸铁锂'], 'techSubType'],
  ['累计完成投资（万元）', ['12000'], 'completedInvestment'],
  ['投产时间', ['2027-12-01'], 'commissionDate'],
  // Names that may be meant.
  ['说明', ['已核对'], 'C-074 remark'],
  ['业主', ['宁夏某公司'], 'C-074 companyName', 'companyName'],
  ['单位', ['宁夏某公司'], 'C-074 companyName', 'companyName'],
  ['容量', ['200'], 'C-074 ratedPower', 'ratedPower'],
  ['装机规模', ['100'], 'C-074 ratedPower', 'ratedPower'],
  ['装机规模（MWh）', ['200'], 'C-074 ratedEnergy', 'ratedEnergy'],
  ['预计投产', ['2027-12-01'], 'C-074 planGridDate', 'planGridDate'],
  ['拟投产时间', ['2027-12-01'], 'C-074 commissionDate'],
  ['退役原因说明', ['设备老化'], 'C-074 stopReason'],
  ['备案日期时间', ['2026-01-02'], 'C-074 recordDate'],
  ['电子邮箱地址', ['a@example.com'], 'C-074 contactEmail'],
  // Plainly something else.
  ['充放电效率', ['85'], 'ignored'],
  ['充放电效率（%）', ['85'], 'ignored'],
  ['完成投资比例', ['30'], 'ignored'],
  ['填报人', ['张某'], 'ignored'],
  ['填报日期', ['2026-01-02'], 'ignored'],
  ['填报单位', ['盐池县发展改革局'], 'ignored'],
  ['审核人', ['李某'], 'ignored'],
  ['审核意见', ['同意'], 'ignored'],
  ['项目进展', ['桩基施工'], 'ignored'],
  ['项目负责人', ['张某'], 'ignored'],
  ['储能时长', ['2'], 'ignored'],
  ['储能时长（小时）', ['2'], 'ignored'],
  ['并网点', ['盐池变 110kV 侧'], 'ignored'],
  ['开竣工时间', ['2025-2026'], 'ignored'],
  ['计划完成时间', ['2027-12-01'], 'ignored'],
  ['电池厂家', ['某公司'], 'ignored'],
  ['配建比例（%）', ['10'], 'ignored'],
  ['占地面积（亩）', ['50'], 'ignored'],
  ['联系人职务', ['经理'], 'ignored'],
  ['设计单位', ['某设计院'], 'ignored'],
  ['施工单位', ['某公司'], 'ignored'],
  ['单位地址', ['银川市'], 'ignored'],
  ['批复文号', ['宁发改〔2026〕1号'], 'ignored'],
  ['资金来源', ['自筹'], 'ignored'],
  ['存在问题', ['无'], 'ignored'],
  // Of a field that has its column the file says no more.
  ['单位', ['宁夏某公司'], 'ignored'],
  ['容量', ['200'], 'ignored'],
  ['序号', ['1'], 'own'],
]

test.each(HEADINGS)('the heading %s above %j is %s', (heading, values, outcome, without) => {
  expect(outcomeOf(heading, values, without)).toBe(outcome)
})
