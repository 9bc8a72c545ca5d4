import type { DueItem } from '@xinchu/sdk'
import { ReportStatus } from '@xinchu/sdk/codes'
import type { Issue } from '@xinchu/validators'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { SheetRow } from '../../ui/sheet/model.ts'
import { Sheet, type SheetLine } from './sheet/sheet.tsx'
import { AMOUNTS, isWrongAmount, useTyped, useYearSaving } from './use-year-form.ts'
import { Amounts, Attachments, General, RowTotals, YearHead } from './year-form-parts.tsx'
import { type Expected, outputsOf, yearColumns, yearIssues, yearOutputs } from './year-model.ts'

function linesOf(rows: readonly SheetRow[], issues: readonly Issue[], isOpen: boolean): SheetLine[] {
  return rows.map((values, index) => {
    const prefix = `rows.${index}.`
    return {
      key: String(index),
      label: `第 ${index + 1} 行`,
      head: <span className="text-ink-soft">第 {index + 1} 行</span>,
      values,
      isOpen,
      issues: issues
        .filter(({ field }) => field.startsWith(prefix))
        .map((issue) => ({ ...issue, field: issue.field.slice(prefix.length) })),
      outputs: outputsOf(values),
    }
  })
}

/** What the calculation is compared with: the warehouse, and the calculations below that have passed. */
function expectedOf({ warehouse = [], lower = [] }: DueItem): Expected {
  const passed = lower.filter(
    ({ status }) => status === ReportStatus.passed || status === ReportStatus.confirmed,
  )
  return { warehouse, lower: passed.flatMap(({ rows = [] }) => rows) }
}

interface YearFormProps {
  due: DueItem
  isWindowOpen: boolean
}

/** The yearly calculation of the user's office as a sheet, begun from the warehouse and the levels below. */
export function YearForm({ due, isWindowOpen }: YearFormProps) {
  const base = due.item?.yearCalc ?? due.yearCalc
  const { useDict } = usePorts()
  const columns = yearColumns(useDict('tech_type'), useDict('app_scenario'))
  const { typed, set, attach, change, isDirty, settle } = useTyped(due)
  const [uploads, setUploads] = useState(0)
  const [stage, setStage] = useState<'draft' | 'submit'>('draft')
  const [activeKey, setActive] = useState<string>()
  const { saving, refused } = useYearSaving(
    due,
    base ?? { scopeType: 'REGION', scopeId: 1, year: 2000 },
    typed,
    settle,
  )
  const expected = expectedOf(due)
  const issues = [...refused, ...yearIssues(typed.rows, expected, stage)]
  const isOpen = due.editable && isWindowOpen
  const send = (action: 'SAVE' | 'SUBMIT') => {
    if (uploads > 0) return notify('文件正在上传，请稍候')
    setStage(action === 'SUBMIT' ? 'submit' : 'draft')
    const found = yearIssues(typed.rows, expected, action === 'SUBMIT' ? 'submit' : 'draft')
    const isWrong =
      found.some(({ level }) => level === 'error') || AMOUNTS.some(([name]) => isWrongAmount(typed[name]))
    if (isWrong) notify('请先改正标出的内容')
    else saving.mutate(action)
  }
  return (
    <section className="card">
      <YearHead due={due} isDirty={isDirty} isOpen={isOpen} isBusy={saving.isPending} onSend={send} />
      <General issues={issues} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <Button icon="plus" disabled={!isOpen} onClick={() => set({ rows: [...typed.rows, {}] })}>
          添加一行
        </Button>
        <RowTotals rows={typed.rows} />
      </div>
      <Sheet
        label="年度测算分项"
        headTitle="行"
        columns={columns}
        outputs={yearOutputs}
        lines={linesOf(typed.rows, issues, isOpen)}
        activeKey={activeKey}
        onActive={setActive}
        onChange={change}
        tail={(line, index) => (
          <IconButton
            icon="trash"
            label={`删除${line.label}`}
            disabled={!isOpen}
            onClick={() => set({ rows: typed.rows.filter((_, at) => at !== index) })}
          />
        )}
      />
      <div className="form-grid px-4 pt-3.5">
        <Amounts typed={typed} isOpen={isOpen} onTyped={set} />
        <Field label="测算依据" wide>
          {(control) => (
            <Textarea
              {...control}
              maxLength={2000}
              disabled={!isOpen}
              value={typed.basis}
              onValue={(basis) => set({ basis })}
            />
          )}
        </Field>
        <Attachments
          files={typed.attachments}
          isOpen={isOpen}
          onFiles={attach}
          onBusy={(by) => setUploads((count) => count + by)}
        />
      </div>
    </section>
  )
}
