import type { ReactNode, RefObject } from 'react'
import { Checkbox } from '../../../ui/inputs.tsx'

/** Why a submission is not possible yet. */
export interface Todo {
  text: string
  /** Selector of the element to handle first. */
  target?: string
}

export const STATEMENT: Todo = { text: '请先确认对内容的真实性负责', target: '[data-statement]' }

/** Leads to what is missing. */
export const leadTo = (body: RefObject<HTMLElement | null>, { target }: Todo): void => {
  if (target) body.current?.querySelector<HTMLElement>(target)?.focus()
}

interface NoteProps {
  id: string
  todo: Todo | undefined
  /** The person has tried to submit: from now on what is missing is an error. */
  isTried: boolean
  /** What is said when nothing is missing. */
  children: ReactNode
}

/** Beside the main button: what is missing, or what follows. */
export function SubmitNote({ id, todo, isTried, children }: NoteProps) {
  return (
    <p id={id} className="mr-auto self-center text-s">
      {todo && isTried ? (
        <span key="missing" role="alert" className="text-danger">
          {todo.text}
        </span>
      ) : (
        <span key="note" role="status" className="text-ink-soft">
          {todo?.text ?? children}
        </span>
      )}
    </p>
  )
}

interface StatementProps {
  isTrue: boolean
  onTrue: (isTrue: boolean) => void
  /** It was missing when the person tried to submit. */
  isMissed: boolean
}

/** The statement of truth. */
export function Statement({ isTrue, onTrue, isMissed }: StatementProps) {
  return (
    <Checkbox data-statement checked={isTrue} onChecked={onTrue} aria-invalid={isMissed && !isTrue}>
      本单位对以上内容的真实性、准确性和完整性负责。
    </Checkbox>
  )
}
