import { useQuery } from '@tanstack/react-query'
import type { ReviewChanges, ReviewRecord } from '@xinchu/sdk'
import { useState } from 'react'
import { shortDay } from '../../lib/due.ts'
import { reviewQueries } from '../../records/review.ts'
import { Icon } from '../../ui/icons.tsx'
import { Select, Switch } from '../../ui/inputs.tsx'
import { explainedText } from '../../ui/review/asks-reason.ts'
import { useDeskParts } from './desk-context.ts'
import { FieldRow } from './field-row.tsx'
import { Card } from './record-groups.tsx'

/** Names the basis of the comparison. */
function basisName({ basis, from, storedPeriod }: ReviewChanges): string {
  if (basis === 'WAREHOUSE') return `与入库版本相比${storedPeriod ? `（${storedPeriod}）` : ''}`
  return `与上次提交相比${from ? `（${shortDay(from.time)}）` : ''}`
}

function Basis({ changes, choices, value, onValue }: BasisProps) {
  if (choices.length < 2) return <span className="text-ink-soft text-s">{basisName(changes)}</span>
  return (
    <Select
      aria-label="比较的依据"
      className="h-7! w-auto!"
      placeholder=""
      value={value}
      onValue={onValue}
      options={choices}
    />
  )
}

interface BasisProps {
  changes: ReviewChanges
  choices: readonly { value: string; label: string }[]
  value: string
  onValue: (value: string) => void
}

/** Versions that the present one can be compared with. */
function choicesOf({ submissions, task }: ReviewRecord, changes: ReviewChanges) {
  const latest = Math.max(0, ...submissions.map(({ no }) => no))
  const earlier = submissions
    .filter(({ no }) => no < latest)
    .toSorted((a, b) => b.no - a.no)
    .map(({ no, time }, index) => ({
      value: String(no),
      label:
        index === 0 ? `与上次提交相比（${shortDay(time)}）` : `与第 ${no} 次提交相比（${shortDay(time)}）`,
    }))
  const stored = task.stored
    ? [{ value: '0', label: changes.basis === 'WAREHOUSE' ? basisName(changes) : '与入库版本相比' }]
    : []
  return [...earlier, ...stored]
}

const defaultOf = ({ basis, from }: ReviewChanges) => (basis === 'WAREHOUSE' ? '0' : String(from?.no ?? ''))

function Warnings({ warnings }: Pick<ReviewRecord, 'warnings'>) {
  return (
    <ul id="desk-warnings" tabIndex={-1} className="grid gap-1 bg-warning-soft px-3 py-2 text-s text-warning">
      {warnings.map((warning) => (
        <li key={`${warning.field} ${warning.message}`} className="flex items-start gap-1.5">
          <Icon name="alert" size={14} className="mt-[3px]" />
          <span>
            {warning.code && `${warning.code} `}
            {explainedText(warning)}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface ChangeRowsProps {
  changes: ReviewChanges['changes']
  isLoud?: boolean
}

const ChangeRows = ({ changes, isLoud = false }: ChangeRowsProps) =>
  changes.map((change) => (
    <FieldRow
      key={`${change.kind} ${change.field}`}
      field={change.field}
      caption={change.fieldLabel}
      change={change}
      isLoud={isLoud}
    />
  ))

interface ChangesCardProps {
  record: ReviewRecord
  changes: ReviewChanges
  isOnlyChanges: boolean
  onOnlyChanges: (isOnly: boolean) => void
}

/** Changes against the chosen basis, and the warnings. */
export function ChangesCard({ record, changes: first, isOnlyChanges, onOnlyChanges }: ChangesCardProps) {
  const { open } = useDeskParts()
  const [basis, setBasis] = useState<string>()
  const other = useQuery({
    ...reviewQueries.changes({ ...open.ref, from: Number(basis ?? 0) }),
    enabled: basis !== undefined && basis !== defaultOf(first),
  })
  const changes = (basis !== undefined && basis !== defaultOf(first) && other.data) || first
  const warnings = record.warnings.length > 0 && <Warnings warnings={record.warnings} />
  if (first.basis === 'NONE')
    return (
      <Card
        id="desk-changes"
        title="首次报送，无可比版本"
        aside={`全部 ${open.sections.flatMap(({ lines }) => lines).length} 项`}
      >
        {warnings}
      </Card>
    )
  const rest = changes.changes.filter(({ asked }) => asked)
  const hasAsked = first.changes.some(({ asked }) => asked)
  const shown = hasAsked ? rest : changes.changes
  return (
    <Card
      id="desk-changes"
      title={
        <>
          <h3 className="font-medium text-body">{changes.changes.length} 处变化</h3>
          <Basis
            changes={changes}
            choices={choicesOf(record, first)}
            value={basis ?? defaultOf(first)}
            onValue={setBasis}
          />
        </>
      }
      aside={
        <span className="flex items-center gap-2 text-ink-soft text-s">
          <span aria-hidden="true">只看变化</span>
          <Switch checked={isOnlyChanges} onChecked={onOnlyChanges} label="只看变化" />
        </span>
      }
    >
      <ChangeRows changes={shown} />
      {changes.changes.length === 0 && <p className="px-3 py-2 text-ink-faint text-s">内容与所选版本相同</p>}
      {warnings}
    </Card>
  )
}

/** Changes that no remark asked for. */
export function UnaskedCard({ changes }: { changes: ReviewChanges }) {
  const unasked = changes.changes.filter(({ asked }) => asked === false)
  if (unasked.length === 0 || !changes.changes.some(({ asked }) => asked)) return null
  return (
    <Card
      id="desk-unasked"
      tone="border-warning-line"
      title={
        <h3 className="flex items-center gap-2 font-medium text-body text-warning">
          <Icon name="alert" />
          未被要求的变化 {unasked.length} 处
        </h3>
      }
      aside={`与上次提交相比共 ${changes.changes.length} 处`}
    >
      <ChangeRows changes={unasked} isLoud />
    </Card>
  )
}
