import { useMutation, useQuery } from '@tanstack/react-query'
import type { DueItem, GeneralItemsResult } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { useMemo, useState } from 'react'
import { WindowStatus } from '../../app/window-status.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PeriodPicker, periodName, usePeriod } from './period.tsx'
import { periodicQueries, periodicWrites } from './queries.ts'
import { Sheet, type SheetLine } from './sheet/sheet.tsx'
import type { SheetOutput } from './sheet/sheet-head.tsx'
import {
  derivedOf,
  type Period,
  typedUsage,
  usageColumns,
  usageDraft,
  usageIssues,
  usageSpecs,
} from './usage-model.ts'
import { rounded, UsagePanel } from './usage-panel.tsx'
import { type UsageLine, useUsageSheet } from './use-usage-sheet.ts'

// One batch of the contract.
const MOST_ROWS = 500

const OUTPUTS: readonly SheetOutput[] = [
  { name: 'equivalentUtilizationHours', title: '等效利用小时', unit: 'h' },
  { name: 'conversionEfficiency', title: '转换效率', unit: '%' },
]

const captions = new Map(usageSpecs.map(({ name, caption }) => [name, caption]))

function RowHead({ line }: { line: UsageLine }) {
  const { due, isDirty, issues } = line
  const warnings = issues.filter(({ level }) => level === 'warning').length
  const errors = issues.length - warnings
  return (
    <>
      <span className="line-clamp-1 font-medium" title={due.projectName}>
        {due.projectName}
      </span>
      <span className="flex flex-wrap items-center gap-1.5 text-xs">
        <StatusTag label={due.item?.statusLabel ?? '未填报'} />
        {isDirty && <span className="text-brand-ink">未保存</span>}
        {errors > 0 && <span className="text-danger">{errors} 处错误</span>}
        {warnings > 0 && <span className="text-warning">{warnings} 条提示</span>}
      </span>
      {due.item?.flow.lastOpinion && due.item.flow.actions.includes('SAVE') && (
        <span className="line-clamp-2 text-danger text-xs">退回意见：{due.item.flow.lastOpinion}</span>
      )}
    </>
  )
}

const drawn = new WeakMap<UsageLine, SheetLine>()

/** A row as it is drawn; the same for the same row. */
function sheetLine(line: UsageLine, period: Period): SheetLine {
  const known = drawn.get(line)
  if (known) return known
  const derived = derivedOf(line.due, line.typed, period)
  const made = {
    key: String(line.id),
    label: line.due.projectName ?? '',
    head: <RowHead line={line} />,
    values: line.typed,
    isOpen: line.isOpen,
    issues: line.issues,
    outputs: {
      equivalentUtilizationHours: rounded(derived.equivalentUtilizationHours),
      conversionEfficiency: rounded(derived.conversionEfficiency),
    },
  }
  drawn.set(line, made)
  return made
}

/** What the server refused, by project. */
function refusalsOf(sent: readonly UsageLine[], { errors }: GeneralItemsResult): Record<number, Issue[]> {
  const refusals: Record<number, Issue[]> = {}
  for (const { row = 1, field, message } of errors) {
    const id = sent[row - 1]?.id
    if (id === undefined) continue
    const issue: Issue = { field: field.replace(/^usage\./, ''), message, level: 'error' }
    refusals[id] = [...(refusals[id] ?? []), issue]
  }
  return refusals
}

function useSaving(sheet: ReturnType<typeof useUsageSheet>, period: Period) {
  return useMutation({
    async mutationFn({ action, lines }: { action: 'SAVE' | 'SUBMIT'; lines: readonly UsageLine[] }) {
      const drafts = lines.map(({ due, typed }) => usageDraft(due, typed, period))
      return { lines, action, result: await periodicWrites.save(action, drafts) }
    },
    onSuccess({ lines, action, result }) {
      sheet.settle(result.saved.flatMap(({ usage }) => (usage ? [usage.projectId] : [])))
      const refusals = refusalsOf(lines, result)
      sheet.refuse(refusals)
      const name = action === 'SAVE' ? '保存' : '提交'
      const failed = Object.keys(refusals).length
      const done = `已${name} ${result.saved.length} 个项目`
      if (failed > 0) notify(`${done}，${failed} 个未${name}，请按提示修改`)
      else notify(done, 'success')
    },
  })
}

/** What is wrong with a row for a submission, and not only for a draft. */
const blocks = ({ due, typed }: UsageLine, period: Period) =>
  usageIssues(due, typed, period, 'submit').some(({ level }) => level === 'error')

function useActions(sheet: ReturnType<typeof useUsageSheet>, period: Period) {
  const saving = useSaving(sheet, period)
  const save = () => {
    const lines = sheet.lines.filter(({ isDirty }) => isDirty)
    saving.mutate({ action: 'SAVE', lines })
  }
  const submit = () => {
    const filled = sheet.lines.filter(({ isFilled, isOpen }) => isFilled && isOpen)
    const wrong = filled.filter((line) => blocks(line, period))
    sheet.check(wrong.map(({ id }) => id))
    const lines = filled.filter((line) => !wrong.includes(line))
    if (lines.length > 0) saving.mutate({ action: 'SUBMIT', lines })
    else notify(filled.length === 0 ? '没有可提交的内容' : `${wrong.length} 个项目尚有未填或有误的内容`)
  }
  const takeOver = () => {
    const open = sheet.lines.flatMap((line, row) => (line.isOpen && line.due.previous ? [{ line, row }] : []))
    const changes = open.flatMap(({ line, row }) =>
      Object.entries(typedUsage(line.due.previous)).flatMap(([name, value]) =>
        line.typed[name] ? [] : [{ row, name, value }],
      ),
    )
    sheet.change(changes)
    notify(`已将上期内容带入 ${open.length} 个项目的空格，请逐项核对`, 'success')
  }
  return { save, submit, takeOver, isBusy: saving.isPending }
}

function UsageSheet({
  items,
  period,
  isWindowOpen,
}: {
  items: readonly DueItem[]
  period: Period
  isWindowOpen: boolean
}) {
  const { useDict } = usePorts()
  const [states, reasons] = [useDict('run_status'), useDict('outage_reason')]
  const columns = useMemo(
    () => usageColumns({ run_status: states, outage_reason: reasons }),
    [states, reasons],
  )
  const sheet = useUsageSheet(items, period, isWindowOpen)
  const [activeKey, setActive] = useState<string>()
  const { save, submit, takeOver, isBusy } = useActions(sheet, period)
  const active = sheet.lines.find(({ id }) => String(id) === activeKey) ?? sheet.lines[0]
  const dirty = sheet.lines.filter(({ isDirty }) => isDirty).length
  const canWrite = sheet.lines.some(({ isOpen }) => isOpen)
  return (
    <>
      <section className="card">
        <header className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <p className="mr-auto text-ink-faint text-s">
            可从 Excel 复制整块数据，在起始单元格粘贴；Enter 与上下方向键换行
          </p>
          <Button disabled={!canWrite} onClick={takeOver}>
            带入上期
          </Button>
          <Button disabled={dirty === 0} busy={isBusy} onClick={save}>
            保存{dirty > 0 && `（${dirty}）`}
          </Button>
          <Button look="primary" disabled={!canWrite} busy={isBusy} onClick={submit}>
            提交
          </Button>
        </header>
        <Sheet
          label={`${periodName(period)}使用情况`}
          headTitle="项目"
          columns={columns}
          outputs={OUTPUTS}
          lines={sheet.lines.map((line) => sheetLine(line, period))}
          activeKey={active && String(active.id)}
          onActive={setActive}
          onChange={sheet.change}
        />
      </section>
      {active && <UsagePanel line={active} period={period} captions={captions} />}
    </>
  )
}

/** 季度报送: every station of the enterprise that has to report for a quarter, as one sheet. */
export function UsageScreen() {
  const [period, choose] = usePeriod()
  const query = { ...period, fillType: 'QUARTER' as const }
  const due = useQuery(periodicQueries.due({ itemType: 'USAGE', ...period, size: MOST_ROWS }))
  const windows = useQuery(periodicQueries.windows(query))
  const isWindowOpen = windows.data?.some(({ open }) => open) ?? false
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-medium text-lg">季度报送</h1>
        <PeriodPicker period={period} onPeriod={choose} />
        <WindowStatus query={query} />
      </header>
      {due.error && <Failed error={due.error} onRetry={() => void due.refetch()} />}
      {due.isPending && <Loading rows={8} />}
      {due.data?.totalElements === 0 && <Empty>本期没有需要填报的项目</Empty>}
      {due.data && due.data.totalElements > 0 && (
        <UsageSheet
          key={periodName(period)}
          items={due.data.content}
          period={period}
          isWindowOpen={isWindowOpen}
        />
      )}
    </div>
  )
}
