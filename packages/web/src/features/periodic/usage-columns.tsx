import { ReportStatus } from '@xinchu/contract/codes'
import type { DueItem } from '@xinchu/sdk'
import type { FieldSpec, UsageDerived } from '@xinchu/validators'
import type { Choice } from '../../ui/ports.ts'
import { countStates, countWords } from '../../ui/review/remark-model.ts'
import type { GridCell, GridColumn } from '../../ui/sheet/grid-model.ts'
import type { SheetColumn } from '../../ui/sheet/model.ts'
import { issueAt, remarkAt } from './sheet-issues.ts'
import { usageSpecs } from './usage-model.ts'
import { rounded } from './usage-panel.tsx'
import type { UsageLine } from './use-usage-sheet.ts'

export type UsageColumn = GridColumn<UsageLine>

/** Frozen columns: the project's. */
export const FROZEN = 1

/** First column of each column group. */
const GROUPS: Readonly<Record<string, string>> = {
  runStatus: '运行与电量',
  chargeTimes: '次数与时长',
  plannedOutageTimes: '停运',
  maxChargePower: '性能',
  revenueSpot: '收入与电价',
  safetyEvents: '安全与备注',
}

const OUTPUTS: readonly { name: keyof UsageDerived; title: string; unit: string }[] = [
  { name: 'equivalentUtilizationHours', title: '等效利用小时', unit: 'h' },
  { name: 'conversionEfficiency', title: '转换效率', unit: '%' },
]

const CHARACTER = 12
const LEAST_WIDTH = 104
const TEXT_WIDTH = 200

const kindOf = ({ kind }: FieldSpec): SheetColumn['kind'] => {
  if (kind === 'dict') return 'choice'
  return kind === 'number' || kind === 'integer' ? 'number' : 'text'
}

const widthOf = ({ caption, unit = '', required, ...spec }: FieldSpec) => {
  const head = (caption.length + (unit ? unit.length / 2 + 2 : 0) + (required ? 1 : 0)) * CHARACTER + 30
  return Math.max(kindOf({ caption, ...spec }) === 'text' ? TEXT_WIDTH : LEAST_WIDTH, head)
}

function cellOf({ typed, stored, issues, remarks }: UsageLine, { name, choices }: SheetColumn): GridCell {
  const value = typed[name] ?? ''
  return {
    text: choices?.find((choice) => choice.value === value)?.label ?? value,
    issue: issueAt(issues, name),
    isPending: value !== (stored[name] ?? ''),
    remark: remarkAt(remarks, name),
  }
}

function inputColumn(spec: FieldSpec, choices: Readonly<Record<string, readonly Choice[]>>): UsageColumn {
  const column: SheetColumn = {
    name: spec.name,
    title: spec.caption,
    unit: spec.unit,
    kind: kindOf(spec),
    choices: spec.dict === undefined ? undefined : choices[spec.dict],
    required: spec.required === 'submit',
    ...(GROUPS[spec.name] ? { group: GROUPS[spec.name] } : {}),
  }
  return {
    ...column,
    width: widthOf(spec),
    cell: (line) => cellOf(line, column),
    value: ({ typed }) => typed[spec.name] ?? '',
  }
}

const outputColumn = ({ name, title, unit }: (typeof OUTPUTS)[number], at: number): UsageColumn => ({
  name,
  title,
  unit,
  kind: 'number',
  width: 124,
  isReadOnly: true,
  ...(at === 0 ? { group: '自动计算' } : {}),
  cell: ({ derived }) => ({ text: rounded(derived[name]) }),
})

/** The colour repeats the state's text. */
const inkOf = ({ item }: DueItem): string => {
  if (!item || item.status === ReportStatus.draft) return 'text-ink-faint'
  if (item.status === ReportStatus.returned || item.status === ReportStatus.returnedByNation)
    return 'text-danger'
  return item.status === ReportStatus.submitted ? 'text-brand-ink' : 'text-success'
}

/** 意见 2 处，待处理 1 in the state line; the colour repeats it. */
function RemarkState({ line: { remarks } }: { line: UsageLine }) {
  const counts = countStates(remarks.map(({ state }) => state))
  return <span className={counts.open > 0 ? 'text-danger' : 'text-success'}>{countWords(counts)}</span>
}

interface ProjectProps {
  line: UsageLine
  onWithdraw: (line: UsageLine) => void
}

/** The name of a project with the state of its report. */
function Project({ line, onWithdraw }: ProjectProps) {
  const { due, edit, issues, remarks, closedFor } = line
  const errors = issues.filter(({ level }) => level === 'error').length
  const warnings = issues.length - errors
  const opinion = due.item?.flow.actions.includes('SAVE') && due.item.flow.lastOpinion
  return (
    <>
      <span className="usage-name" title={due.projectName}>
        {due.projectName}
      </span>
      <span className="usage-state" title={closedFor}>
        <span className={inkOf(due)}>{due.item?.statusLabel ?? '未填报'}</span>
        {edit && <span className="text-brand-ink italic">未保存</span>}
        {due.item?.flow.actions.includes('WITHDRAW') && (
          <button
            type="button"
            tabIndex={-1}
            data-print="none"
            className="text-brand-ink hover:underline"
            onClick={() => onWithdraw(line)}
          >
            撤回
            <span className="sr-only">{due.projectName}</span>
          </button>
        )}
        {remarks.length > 0 && <RemarkState line={line} />}
        {errors > 0 && <span className="text-danger">{errors} 处错误</span>}
        {warnings > 0 && <span className="text-warning">{warnings} 条警告</span>}
        {opinion && remarks.length === 0 && (
          <span className="text-danger" title={opinion}>
            退回意见：{opinion}
          </span>
        )}
      </span>
    </>
  )
}

/** Columns of the quarterly sheet: project, input and derived values. */
export const usageColumns = (
  choices: Readonly<Record<string, readonly Choice[]>>,
  { isNarrow, onWithdraw }: { isNarrow: boolean; onWithdraw: (line: UsageLine) => void },
): UsageColumn[] => [
  {
    name: '#project',
    title: '项目',
    names: ['项目名称', '平台项目编号', '项目编号'],
    kind: 'text',
    width: isNarrow ? 132 : 248,
    isReadOnly: true,
    isRowHeader: true,
    cell: ({ due }) => ({ text: due.projectName ?? '' }),
    keys: ({ due }) => (due.projectCode ? [due.projectCode] : []),
    content: (line) => <Project line={line} onWithdraw={onWithdraw} />,
  },
  ...usageSpecs.map((spec) => inputColumn(spec, choices)),
  ...OUTPUTS.map(outputColumn),
]
