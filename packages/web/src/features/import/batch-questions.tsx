import { useQuery } from '@tanstack/react-query'
import type { ImportBatch, ImportQuestionGroup } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { RuleCode } from '../../ui/rule-code.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'
import { importQueries } from './queries.ts'
import { keyOf, useAnswer } from './use-answer.ts'

interface QuestionProps {
  group: ImportQuestionGroup
  isBusy: boolean
  onChoose: (choice: string) => void
}

/** A question with its choices, and where its cells are. */
function Question({ group, isBusy, onChoose }: QuestionProps) {
  const { column, caption, code, message, count, firstRow } = group
  const where = count === 1 ? `第 ${firstRow} 行` : `${count.toLocaleString('zh-CN')} 格，第 ${firstRow} 行起`
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <span className="flex min-w-0 items-center break-all">
        <span className="mr-1 whitespace-nowrap text-ink-soft">
          {column && `${column}列 `}
          {caption}
        </span>
        {message}
        <RuleCode code={code} />
      </span>
      <span className="whitespace-nowrap text-ink-soft">{where}</span>
      <span className="flex flex-wrap gap-1.5 md:ml-auto">
        <ChoiceButtons question={group} isBusy={isBusy} onChoose={onChoose} />
      </span>
    </li>
  )
}

/** Puts the focus on the question that has taken the place of the answered one, or on the list's summary. */
function useNextFocus(isBusy: boolean) {
  const section = useRef<HTMLElement>(null)
  const [answered, setAnswered] = useState<number>()
  useEffect(() => {
    if (answered === undefined || isBusy) return
    setAnswered(undefined)
    const items = section.current?.querySelectorAll('li') ?? []
    const item = items[Math.min(answered, items.length - 1)]
    const next = item?.querySelector<HTMLElement>('button[aria-label]') ?? section.current?.querySelector('p')
    next?.focus()
  }, [answered, isBusy])
  return { section, setAnswered }
}

/** What the cells of a batch leave open, equal questions together. An answer is for all cells that ask it. */
export function BatchQuestions({ batch }: { batch: ImportBatch }) {
  const isOpen = batch.askedRows + batch.errorRows > 0
  const { data } = useQuery({ ...importQueries.questions(batch.id), enabled: isOpen })
  const [wasOpen, setWasOpen] = useState(false)
  const { isBusy, answer } = useAnswer(batch.id)
  const groups = data?.groups ?? []
  const { section, setAnswered } = useNextFocus(isBusy)
  if (groups.length > 0 && !wasOpen) setWasOpen(true)
  if (groups.length === 0 && !wasOpen) return null
  const total = data?.totalElements ?? 0
  return (
    <section
      ref={section}
      aria-label="待确认"
      className="border-line border-t bg-warning-soft px-4 py-2 text-s"
    >
      <p role="status" tabIndex={-1} className="text-warning">
        {total > 0
          ? `待确认 ${total.toLocaleString('zh-CN')} 类；选定的答复用于同类的各格`
          : '待确认的单元格已全部答复'}
      </p>
      <ul className="max-h-36 divide-y divide-line overflow-auto">
        {groups.map((group, at) => (
          <Question
            key={keyOf(group) + group.choices.map(({ choice }) => choice).join()}
            group={group}
            isBusy={isBusy}
            onChoose={(choice) => answer(group, choice, { onDone: () => setAnswered(at) })}
          />
        ))}
      </ul>
    </section>
  )
}
