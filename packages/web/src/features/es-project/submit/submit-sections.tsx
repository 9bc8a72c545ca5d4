import type { FieldChange, ReviewRecord, ReviewWarning } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { asksReason } from '../../../ui/review/asks-reason.ts'
import { ChangeList, ValueChange } from '../../../ui/review/change-list.tsx'
import { type NumberedRemark, REMARK_WORDS, type RemarkState } from '../../../ui/review/remark-model.ts'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { unaskedChanges } from './submit-model.ts'

interface PartProps {
  title: ReactNode
  tone?: string
  children: ReactNode
}

/** A titled part of the summary. */
export function Part({ title, tone = '', children }: PartProps) {
  return (
    <section>
      <h3 className={`mb-1 flex items-center gap-2 font-medium ${tone}`}>{title}</h3>
      <div className="rounded-md border border-line">{children}</div>
    </section>
  )
}

interface OpenProps {
  items: readonly NumberedRemark[]
  states: readonly RemarkState[]
  /** Closes the dialog and goes to a remark. */
  onGo: (index: number) => void
}

/** Remarks that are neither answered nor corrected; they stop the submission. */
export function OpenRemarks({ items, states, onGo }: OpenProps) {
  const open = items.flatMap((item, index) => (states[index] === 'open' ? [{ ...item, index }] : []))
  if (open.length === 0) return null
  return (
    <Part tone="text-danger" title={`意见 ${open.length} 处待处理，处理后才能提交`}>
      <ul className="divide-y divide-line">
        {open.map(({ remark, index }) => (
          <li key={remark.id}>
            <button
              type="button"
              data-open-remark
              onClick={() => onGo(index)}
              className="grid w-full grid-cols-[102px_minmax(0,1fr)] gap-2 px-3 py-2 text-left text-s hover:bg-hover"
            >
              <span className="text-brand-ink underline">{remark.fieldLabel}</span>
              <span className="line-clamp-2">{remark.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function RemarkRow({ remark, state }: { remark: ReviewRecord['remarks'][number]; state: RemarkState }) {
  const { fieldLabel, value, currentValue, answer, field } = remark
  const isChanged = state === 'changed'
  return (
    <li className="grid grid-cols-[102px_minmax(0,1fr)_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 text-s max-sm:grid-cols-1">
      <span className="text-ink-soft">{fieldLabel}</span>
      <span className="min-w-0 break-words">
        {field && isChanged ? (
          <ValueChange
            {...(value === undefined ? {} : { oldValue: value })}
            {...(currentValue === undefined ? {} : { newValue: currentValue })}
          />
        ) : (
          (currentValue ?? value ?? '')
        )}
      </span>
      <span className="min-w-0 break-words">
        <span className={isChanged ? 'text-success' : 'text-warning'}>
          {isChanged ? REMARK_WORDS.changed : '未修改'}
        </span>
        {answer && <span className="line-clamp-2">{answer}</span>}
      </span>
    </li>
  )
}

interface RemarksProps extends Omit<OpenProps, 'onGo'> {
  /** As the server has them now. */
  remarks: ReviewRecord['remarks']
}

/** Remarks that were corrected or answered. */
export function RemarkSection({ remarks, items, states }: RemarksProps) {
  const done = items.flatMap(({ remark }, index) => {
    const state = states[index]
    if (state !== 'changed' && state !== 'answered') return []
    return [{ remark: remarks.find(({ id }) => id === remark.id) ?? remark, state }]
  })
  if (done.length === 0) return null
  const isAll = !states.includes('open')
  return (
    <Part
      title={
        <>
          意见 {done.length} 处{isAll ? '，全部已处理' : '已处理'}
          {isAll && <Icon name="check" className="text-success" />}
        </>
      }
    >
      <ul className="divide-y divide-line">
        {done.map(({ remark, state }) => (
          <RemarkRow key={remark.id} remark={remark} state={state} />
        ))}
      </ul>
    </Part>
  )
}

/** Changes that no remark asked for. */
export function ChangeSection({
  changes,
  remarks,
}: {
  changes: readonly FieldChange[]
  remarks: ReviewRecord['remarks']
}) {
  const unasked = unaskedChanges(changes, remarks)
  if (unasked.length === 0) return null
  return (
    <Part
      title={
        <>
          {remarks.length > 0 ? '另外改动' : '改动'} {unasked.length} 处
          <span className="font-normal text-ink-faint text-s">审核人会看到</span>
        </>
      }
    >
      <ChangeList changes={unasked} />
    </Part>
  )
}

interface WarningsProps {
  warnings: readonly ReviewWarning[]
  reasons: readonly string[]
  onReason: (index: number, reason: string) => void
  /** Closes the dialog and goes to a field. */
  onGo: (field: string) => void
}

interface WarningProps {
  warning: ReviewWarning
  onGo: (field: string) => void
}

/** The rule and words of a warning, with the way to its field. */
function WarningText({ warning: { field, fieldLabel, code, message }, onGo }: WarningProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-s">
      <Icon name="alert" className="text-warning" />
      <RuleCode code={code} />
      <span>{message}</span>
      <button type="button" className="text-brand-ink hover:underline" onClick={() => onGo(field)}>
        改{fieldLabel ?? '此项'}
      </button>
    </p>
  )
}

/** Hints of the record: to be looked at, without a reason. */
function HintSection({ hints, onGo }: { hints: readonly ReviewWarning[] } & Pick<WarningsProps, 'onGo'>) {
  if (hints.length === 0) return null
  return (
    <Part title={`提示 ${hints.length} 条，请核对`}>
      <ul className="divide-y divide-line">
        {hints.map((hint) => (
          <li key={`${hint.field} ${hint.message}`} className="px-3 py-2">
            <WarningText warning={hint} onGo={onGo} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Warnings of the record, each with its reason, and hints. */
export function WarningSection({ warnings, reasons, onReason, onGo }: WarningsProps) {
  const asked = warnings.flatMap((warning, index) => (asksReason(warning) ? [{ warning, index }] : []))
  return (
    <>
      {asked.length > 0 && (
        <Part title={`警告 ${asked.length} 条，须写明原因`}>
          <ul className="divide-y divide-line">
            {asked.map(({ warning, index }) => (
              <li key={`${warning.field} ${warning.message}`} data-warning className="grid gap-1 px-3 py-2">
                <WarningText warning={warning} onGo={onGo} />
                <Input
                  aria-label={`${warning.fieldLabel ?? warning.message}的警告原因`}
                  required
                  maxLength={500}
                  placeholder="请写明原因"
                  value={reasons[index] ?? ''}
                  onValue={(reason) => onReason(index, reason)}
                />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <HintSection hints={warnings.filter((warning) => !asksReason(warning))} onGo={onGo} />
    </>
  )
}
