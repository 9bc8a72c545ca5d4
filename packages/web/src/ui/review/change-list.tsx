import type { ReactNode } from 'react'

/** A changed field; compatible with the contract's FieldChange. */
export interface Change {
  field: string
  fieldLabel: string
  kind: 'CHANGED' | 'ADDED' | 'REMOVED' | 'MOVED'
  oldValue?: string
  newValue?: string
  meaning?: string
  asked?: boolean
}

const NOTHING = '—'

/** An old value struck through, with the new one beside it. Screen readers hear both with their names. */
export function ValueChange({ oldValue, newValue }: Pick<Change, 'oldValue' | 'newValue'>) {
  return (
    <span className="break-words">
      <span className="sr-only">
        原值 {oldValue ?? '未填写'}，新值 {newValue ?? '未填写'}
      </span>
      <span aria-hidden="true">
        <span className={oldValue ? 'text-ink-soft line-through' : 'text-ink-faint'}>
          {oldValue ?? NOTHING}
        </span>
        <span className="px-1 text-ink-soft">→</span>
        <span className={newValue ? 'rounded bg-success-soft px-1 text-success' : 'text-ink-faint'}>
          {newValue ?? NOTHING}
        </span>
      </span>
    </span>
  )
}

const KINDS: Readonly<Record<Change['kind'], string>> = {
  CHANGED: '',
  ADDED: '新增',
  REMOVED: '已删除',
  MOVED: '移动了位置',
}

/** The content of a change: both values, and below them what the change means. */
export function ChangeText({ change }: { change: Change }) {
  const words = [KINDS[change.kind], change.meaning].filter(Boolean).join('；')
  return (
    <>
      <ValueChange {...change} />
      {words && <span className="block text-ink-faint text-xs leading-5">{words}</span>}
    </>
  )
}

interface ChangeListProps {
  changes: readonly Change[]
  /** Renders a row of another kind around the content of a change. */
  row?: (change: Change, content: ReactNode) => ReactNode
}

/** Differences between two versions of a record, one row per field. */
export function ChangeList({ changes, row }: ChangeListProps) {
  return (
    <ul className="divide-y divide-line">
      {changes.map((change) => {
        const content = <ChangeText change={change} />
        return (
          <li key={`${change.kind} ${change.field}`}>
            {row?.(change, content) ?? (
              <div className="grid grid-cols-[102px_minmax(0,1fr)] gap-2 px-3 py-2 text-s max-sm:grid-cols-1 max-sm:gap-0.5">
                <span className="text-ink-soft">{change.fieldLabel}</span>
                <span className="min-w-0">{content}</span>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
