import { useEffect, useRef } from 'react'
import { Textarea } from '../inputs.tsx'
import { type AnswerSaving, useAnswer } from './use-answer.ts'

export const MAX_ANSWER = 500

const SAVING_WORDS: Readonly<Record<AnswerSaving, string>> = {
  idle: '自动保存',
  waiting: '自动保存',
  saving: '正在保存…',
  saved: '已保存',
  failed: '未能保存，已留在此处',
}

const PHRASES = [
  ['已按意见改正', '已按意见改正'],
  ['无需修改：', '无需修改：'],
] as const

const chipClass =
  'inline-flex min-h-6 items-center rounded-full border border-line px-2.5 text-xs hover:border-brand hover:text-brand-ink'

interface AnswerBoxProps {
  /** Subject of the answer, for the accessible name. */
  label: string
  stored: string
  placeholder: string
  /** Focuses the box when it opens. */
  isFocused: boolean
  onSave: (text: string) => Promise<unknown>
  /** Goes to the attachments. */
  onAttach?: (() => void) | undefined
}

/** The answer to a remark, autosaved. */
export function AnswerBox({ label, stored, placeholder, isFocused, onSave, onAttach }: AnswerBoxProps) {
  const { text, saving, change, flush } = useAnswer(stored, onSave)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) frame.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  const insert = (phrase: string) => {
    change(text.includes(phrase) ? text : `${phrase}${text}`.slice(0, MAX_ANSWER))
    frame.current?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={frame} className="mt-2">
      <Textarea
        aria-label={`答复“${label}”的意见`}
        rows={2}
        maxLength={MAX_ANSWER}
        placeholder={placeholder}
        value={text}
        onValue={change}
        onBlur={() => void flush()}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        {PHRASES.map(([name, phrase]) => (
          <button key={name} type="button" className={chipClass} onClick={() => insert(phrase)}>
            {name}
          </button>
        ))}
        {onAttach && (
          <button type="button" className={chipClass} onClick={onAttach}>
            附证明材料
          </button>
        )}
        <span className="ml-auto flex items-center gap-2 text-ink-faint text-xs">
          {text.length}/{MAX_ANSWER}
          <span role="status" className={saving === 'failed' ? 'text-danger' : ''}>
            {SAVING_WORDS[saving]}
          </span>
          {saving === 'failed' && (
            <button type="button" className="text-brand-ink underline" onClick={() => void flush()}>
              重试
            </button>
          )}
        </span>
      </div>
    </div>
  )
}
