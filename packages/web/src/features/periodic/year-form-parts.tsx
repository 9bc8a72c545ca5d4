import type { DueItem } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { type FileKind, FilesField } from '../../ui/form/files-field.tsx'
import { ownerOf } from '../../ui/form/issues.ts'
import type { RowValues } from '../../ui/form/values.ts'
import type { StoredFile } from '../../ui/ports.ts'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ReturnedNote } from './returned-note.tsx'
import { sentRow, totalsOf } from './year-model.ts'

/** The sums of the rows. */
export function RowTotals({ rows }: { rows: readonly RowValues[] }) {
  const totals = totalsOf(rows.map(sentRow))
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

const KINDS: readonly FileKind[] = [{ bizType: 'YEARCALC', label: '测算附件' }]

interface AttachmentsProps {
  /** The stored files, in a read-only form. */
  files: readonly StoredFile[] | undefined
  isOpen: boolean
}

/** The files that support the calculation. */
export function Attachments({ files, isOpen }: AttachmentsProps) {
  if (isOpen) return <FilesField name="attachmentIds" kinds={KINDS} />
  return (
    <div className="col-span-full pb-3.5 text-s">
      <p className="mb-1 text-ink-soft">附件</p>
      <RecordFiles files={files} />
    </div>
  )
}

interface YearHeadProps {
  due: DueItem
  isOpen: boolean
  /** Save state, as text. */
  state: ReactNode
  onSubmit: () => void
  onWithdraw: () => void
}

/** The office and state of a calculation, and the button that submits it. */
export function YearHead({ due: { scopeName, item }, isOpen, state, ...on }: YearHeadProps) {
  const { onSubmit, onWithdraw } = on
  const isUploading = useFormSlice(({ uploads }) => uploads > 0)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
      <h2 className="font-medium">{scopeName}</h2>
      <StatusTag label={item?.statusLabel ?? '未填报'} />
      <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1">
        {state}
        {item?.flow.actions.includes('WITHDRAW') && <Button onClick={onWithdraw}>撤回…</Button>}
        <Button look="primary" disabled={!isOpen || isUploading} onClick={onSubmit}>
          提交…
        </Button>
      </span>
      {item && (
        <div className="w-full text-s empty:hidden">
          <ReturnedNote item={item} />
        </div>
      )}
    </header>
  )
}

const FIELDS: ReadonlySet<string> = new Set([
  'plannedInvestment',
  'target2027Power',
  'target2030Power',
  'basis',
  'attachmentIds',
])

/** The issues that belong to no field or cell. */
export function General() {
  const issues = useFormSlice((state) => state.issues)
  const general = issues.filter(
    ({ field }) => field === 'rows' || (ownerOf(field) !== 'rows' && !FIELDS.has(field)),
  )
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
