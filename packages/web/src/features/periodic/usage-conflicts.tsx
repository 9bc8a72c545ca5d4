import { useState } from 'react'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { CellConflict } from './usage-edits.ts'
import { usageSpecs } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

const specs = new Map(usageSpecs.map((spec) => [spec.name, spec]))

/** A value in words, with its unit. */
export function useWords() {
  const { useDict } = usePorts()
  const states = useDict('run_status')
  const reasons = useDict('outage_reason')
  return (name: string, value: string) => {
    const { unit } = specs.get(name) ?? {}
    const label = [...states, ...reasons].find((choice) => choice.value === value)?.label
    if (value === '') return '（空）'
    return specs.get(name)?.kind === 'dict' ? (label ?? value) : `${value}${unit ? ` ${unit}` : ''}`
  }
}

interface ChoiceProps {
  line: UsageLine
  conflict: CellConflict
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function Choice({ line, conflict: { name, mine, theirs, isMine }, isTheirs, onChoose }: ChoiceProps) {
  const words = useWords()
  const { updateBy = '', updateTime = '' } = line.due.item ?? {}
  const options = [
    { isThis: false, title: isMine ? '本机' : '本机（未改）', value: mine, by: '' },
    { isThis: true, title: '已保存', value: theirs, by: `${updateBy} ${updateTime.slice(5, 16)}` },
  ]
  return (
    <fieldset className="border-line border-t px-4 py-2.5">
      <legend className="float-left w-36 shrink-0 text-ink-soft">{specs.get(name)?.caption}</legend>
      {options.map(({ isThis, title, value, by }) => (
        <label key={title} className="flex items-center gap-2 py-0.5">
          <input
            type="radio"
            name={`${line.id} ${name}`}
            checked={isTheirs === isThis}
            onChange={() => onChoose(isThis)}
          />
          <span className="w-24 text-ink-soft">{title}</span>
          <span>{words(name, value)}</span>
          <span className="ml-auto text-ink-faint text-xs">{by}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface UsageConflictsProps {
  lines: readonly UsageLine[]
  onResolve: (line: UsageLine, theirs: ReadonlySet<string>) => void
  onClose: () => void
}

const keyOf = (line: UsageLine, { name }: CellConflict) => `${line.id} ${name}`

/** Both values of each cell that was changed on two devices. Nothing is merged without a choice. */
export function UsageConflicts({ lines, onResolve, onClose }: UsageConflictsProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isTheirs = (line: UsageLine, conflict: CellConflict) =>
    !line.isOpen || (chosen[keyOf(line, conflict)] ?? !conflict.isMine)
  const apply = () => {
    for (const line of lines) {
      const theirs = line.conflicts.filter((conflict) => isTheirs(line, conflict))
      onResolve(line, new Set(theirs.map(({ name }) => name)))
    }
    onClose()
  }
  return (
    <ConflictDialog back="返回填报" onApply={apply} onClose={onClose}>
      <div className="grid gap-3 text-s">
        {lines.map((line) => (
          <section key={line.id} aria-label={line.due.projectName} className="rounded-lg border border-line">
            <h3 className="px-4 py-2 font-medium">{line.due.projectName}</h3>
            {!line.isOpen && (
              <p className="px-4 pb-2 text-warning">已在另一设备提交，本机的值不能再保存，可抄录后关闭</p>
            )}
            {line.conflicts.map((conflict) => (
              <Choice
                key={conflict.name}
                line={line}
                conflict={conflict}
                isTheirs={isTheirs(line, conflict)}
                onChoose={(next) => setChosen({ ...chosen, [keyOf(line, conflict)]: next })}
              />
            ))}
          </section>
        ))}
      </div>
    </ConflictDialog>
  )
}
