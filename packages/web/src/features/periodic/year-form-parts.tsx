import type { DueItem } from '@xinchu/sdk'
import type { Issue } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type FileKind, FilesOfKind } from '../../ui/form/files-field.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import type { StoredFile } from '../../ui/ports.ts'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import type { SheetRow } from '../../ui/sheet/model.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AMOUNTS, isWrongAmount, type Typed } from './use-year-form.ts'
import { rowOf, totalsOf } from './year-model.ts'

/** What the rows come to. */
export function RowTotals({ rows }: { rows: readonly SheetRow[] }) {
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

const ATTACHMENT: FileKind = { bizType: 'YEARCALC', label: '测算附件' }
const MOST_FILES = 20

interface AttachmentsProps {
  files: readonly StoredFile[]
  isOpen: boolean
  onFiles: (change: (files: readonly StoredFile[]) => readonly StoredFile[]) => void
  onBusy: (change: 1 | -1) => void
}

/** What the calculation rests on, as files. */
export function Attachments({ files, isOpen, onFiles, onBusy }: AttachmentsProps) {
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

interface YearHeadProps {
  due: DueItem
  isDirty: boolean
  isOpen: boolean
  isBusy: boolean
  onSend: (action: 'SAVE' | 'SUBMIT') => void
}

/** Whose calculation it is, how far it has come, and what can be done with it. */
export function YearHead({ due: { scopeName, item }, isDirty, isOpen, isBusy, onSend }: YearHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
      <h2 className="font-medium">{scopeName}</h2>
      <StatusTag label={item?.statusLabel ?? '未填报'} />
      {item?.flow.lastOpinion && item.flow.actions.includes('SAVE') && (
        <span className="text-danger text-s">退回意见：{item.flow.lastOpinion}</span>
      )}
      <span className="ml-auto flex gap-2">
        <Button disabled={!isOpen} busy={isBusy} onClick={() => onSend('SAVE')}>
          保存{isDirty && ' *'}
        </Button>
        <Button look="primary" disabled={!isOpen} busy={isBusy} onClick={() => onSend('SUBMIT')}>
          提交
        </Button>
      </span>
    </header>
  )
}

/** What is wrong with the calculation as a whole. */
export function General({ issues }: { issues: readonly Issue[] }) {
  const general = issues.filter(({ field }) => !field.startsWith('rows.'))
  if (general.length === 0) return null
  return (
    <ul className="grid gap-0.5 px-4 pt-2.5 text-s">
      {general.map(({ field, message, level }) => (
        <li key={`${field}${message}`} className={level === 'error' ? 'text-danger' : 'text-warning'}>
          {message}
        </li>
      ))}
    </ul>
  )
}

interface AmountsProps {
  typed: Typed
  isOpen: boolean
  onTyped: (change: Partial<Typed>) => void
}

/** The figures that stand for the year as a whole. */
export const Amounts = ({ typed, isOpen, onTyped }: AmountsProps) =>
  AMOUNTS.map(([name, label, unit]) => (
    <Field key={name} label={label} error={isWrongAmount(typed[name]) ? '必须输入不小于0的数字' : undefined}>
      {(control) => (
        <NumberInput
          {...control}
          unit={unit}
          disabled={!isOpen}
          value={typed[name]}
          onValue={(value) => onTyped({ [name]: value })}
        />
      )}
    </Field>
  ))
