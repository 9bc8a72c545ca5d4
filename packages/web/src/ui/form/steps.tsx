import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { useForm, useFormSlice } from './context.ts'
import { ownerOf } from './issues.ts'

export interface Step {
  title: string
  /** The fields that must be right before the next step. */
  names: readonly string[]
  content: ReactNode
}

interface StepsProps {
  steps: readonly Step[]
  /** Buttons of the last step. */
  finish: ReactNode
}

function StepMark({ step, index, at }: { step: Step; index: number; at: number }) {
  const errors = useFormSlice(
    ({ issues }) =>
      issues.filter(({ level, field }) => level === 'error' && step.names.includes(ownerOf(field))).length,
  )
  const isDone = index < at
  return (
    <span className="flex items-center gap-2">
      <span
        className={`grid size-6 place-items-center rounded-full border text-xs ${index === at ? 'border-brand bg-brand text-on-brand' : isDone ? 'border-brand text-brand-ink' : 'border-line-strong text-ink-faint'}`}
      >
        {isDone && errors === 0 ? <Icon name="check" size={13} /> : index + 1}
      </span>
      {step.title}
      {errors > 0 && <span className="text-danger text-xs">{errors} 处有误</span>}
    </span>
  )
}

/** A form in steps: a step is left forwards when its own fields are right; back at any time. */
export function Steps({ steps, finish }: StepsProps) {
  const form = useForm()
  const [at, setAt] = useState(0)
  const step = steps[at]
  if (!step) return null
  const next = () => {
    const [first] = form.store.validate('submit', step.names)
    if (first) requestAnimationFrame(() => form.focus(first.field))
    else setAt(at + 1)
  }
  return (
    <div className="grid gap-4">
      <ol className="flex flex-wrap gap-x-8 gap-y-2 text-s">
        {steps.map((each, index) => (
          <li key={each.title} aria-current={index === at ? 'step' : undefined}>
            {index < at ? (
              <button type="button" className="hover:text-brand-ink" onClick={() => setAt(index)}>
                <StepMark step={each} index={index} at={at} />
              </button>
            ) : (
              <StepMark step={each} index={index} at={at} />
            )}
          </li>
        ))}
      </ol>
      {step.content}
      <div className="flex justify-end gap-2">
        {at > 0 && <Button onClick={() => setAt(at - 1)}>上一步</Button>}
        {at < steps.length - 1 ? (
          <Button look="primary" onClick={next}>
            下一步
          </Button>
        ) : (
          finish
        )}
      </div>
    </div>
  )
}
