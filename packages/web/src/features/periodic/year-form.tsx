import type { DueItem } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type FileKind, FilesOfKind } from '../../ui/form/files-field.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notice.tsx'
import { type StoredFile, usePorts } from '../../ui/ports.ts'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import type { SheetRow } from '../../ui/sheet/model.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Sheet, type SheetLine } from './sheet/sheet.tsx'
import { AMOUNTS, isWrongAmount, useTyped, useYearSaving } from './use-year-form.ts'
import {
  type Expected,
  outputsOf,
  rowOf,
  totalsOf,
  yearColumns,
  yearIssues,
  yearOutputs,
} from './year-model.ts'

function RowTotals({ rows }: { rows: readonly SheetRow[] }) {
  const totals = totalsOf(rows.map(rowOf))
  const end = totals.lastPower + totals.addPower - totals.retirePower
  return (
    <p className="text-ink-soft text-s">
      合计：上年末 <b className="font-medium text-ink">{figure(totals.lastPower)}</b> MW，新增{' '}
      <b className="font-medium text-ink">{figure(totals.addPower)}</b> MW，退役{' '}
      <b className="font-medium text-ink">{figure(totals.retirePower)}</b> MW，年末{' '}
      <b className="font-medium text-ink">{figure(end)}</b> MW
    </p>
  )
}

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

const ATTACHMENT: FileKind = { bizType: 'YEARCALC', label: '测算附件' }
const MOST_FILES = 20

interface AttachmentsProps {
  files: readonly StoredFile[]
  isOpen: boolean
  onFiles: (change: (files: readonly StoredFile[]) => readonly StoredFile[]) => void
  onBusy: (change: 1 | -1) => void
}

/** What the calculation rests on, as files. */
function Attachments({ files, isOpen, onFiles, onBusy }: AttachmentsProps) {
  if (!isOpen)
    return (
      <div className="col-span-full pb-3.5 text-s">
        <p className="mb-1 text-ink-soft">附件</p>
        <RecordFiles files={files} />
      </div>
    )
  return (
    <div className="col-span-full pb-3.5">
      <FilesOfKind
        kind={ATTACHMENT}
        files={files}
        isFull={files.length >= MOST_FILES}
        onAdd={(file) => onFiles((all) => [...all, file])}
        onRemove={(file) => onFiles((all) => all.filter(({ id }) => id !== file.id))}
        onBusy={onBusy}
      />
    </div>
  )
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
  const passed = due.lower?.filter(({ status }) => status === '3' || status === '5') ?? []
  const expected: Expected = {
    warehouse: due.warehouse ?? [],
    lower: passed.flatMap(({ rows = [] }) => rows),
  }
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
  const general = issues.filter(({ field }) => !field.startsWith('rows.'))
  return (
    <section className="card">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">{due.scopeName}</h2>
        <StatusTag label={due.item?.statusLabel ?? '未填报'} />
        {due.item?.flow.lastOpinion && due.item.flow.actions.includes('SAVE') && (
          <span className="text-danger text-s">退回意见：{due.item.flow.lastOpinion}</span>
        )}
        <span className="ml-auto flex gap-2">
          <Button disabled={!isOpen} busy={saving.isPending} onClick={() => send('SAVE')}>
            保存{isDirty && ' *'}
          </Button>
          <Button look="primary" disabled={!isOpen} busy={saving.isPending} onClick={() => send('SUBMIT')}>
            提交
          </Button>
        </span>
      </header>
      {general.length > 0 && (
        <ul className="grid gap-0.5 px-4 pt-2.5 text-s">
          {general.map(({ field, message, level }) => (
            <li key={`${field}${message}`} className={level === 'error' ? 'text-danger' : 'text-warning'}>
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <Button icon="plus" disabled={!isOpen} onClick={() => set({ rows: [...typed.rows, {}] })}>
          添加一行
        </Button>
        <RowTotals rows={typed.rows} />
      </div>
      <Sheet
        label="年度测算分项"
        headTitle="行"
        isNarrow
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
        {AMOUNTS.map(([name, label, unit]) => (
          <Field
            key={name}
            label={label}
            error={isWrongAmount(typed[name]) ? '必须输入不小于0的数字' : undefined}
          >
            {(control) => (
              <NumberInput
                {...control}
                unit={unit}
                disabled={!isOpen}
                value={typed[name]}
                onValue={(value) => set({ [name]: value })}
              />
            )}
          </Field>
        ))}
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
