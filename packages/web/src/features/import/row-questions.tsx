import { useQuery } from '@tanstack/react-query'
import type { ImportQuestion, ImportRow } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '../../ui/inputs.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'
import { importQueries } from './queries.ts'
import { keyOf, useAnswer } from './use-answer.ts'

interface QuestionProps {
  question: ImportQuestion
  /** Number of cells of the batch that ask the same. */
  count: number
  isBusy: boolean
  onChoose: (choice: string, isForAll: boolean) => void
  onCell: (name: string) => void
}

function Question({ question, count, isBusy, onChoose, onCell }: QuestionProps) {
  const [isForAll, setForAll] = useState(false)
  const { column, caption, field, code, message } = question
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <button type="button" className="text-left text-warning hover:underline" onClick={() => onCell(field)}>
        {[column && `${column}列`, caption].filter(Boolean).join(' ')}：{message}
      </button>
      <RuleCode code={code} />
      <ChoiceButtons question={question} isBusy={isBusy} onChoose={(choice) => onChoose(choice, isForAll)} />
      {count > 1 && question.choices.length > 0 && (
        <Checkbox checked={isForAll} onChecked={setForAll}>
          同类 {count.toLocaleString('zh-CN')} 格一并采用
        </Checkbox>
      )}
    </li>
  )
}

interface RowQuestionsProps {
  batchId: number
  row: ImportRow
  questions: readonly ImportQuestion[]
  /** Moves to the cell of a column. */
  onCell: (name: string) => void
}

/** What the cells of a row leave open. The office of the batch chooses; others only read. */
export function RowQuestions({ batchId, row, questions, onCell }: RowQuestionsProps) {
  const mayChoose = questions.some(({ choices }) => choices.length > 0)
  const { data } = useQuery({ ...importQueries.questions(batchId), enabled: mayChoose })
  const { isBusy, answer } = useAnswer(batchId)
  const list = useRef<HTMLUListElement>(null)
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (!isAnswered || isBusy) return
    setAnswered(false)
    list.current?.querySelector<HTMLElement>('button[aria-label]')?.focus()
  }, [isAnswered, isBusy])
  const countOf = (question: ImportQuestion) =>
    data?.groups
      .filter((group) => keyOf(group) === keyOf(question))
      .reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <ul ref={list} aria-label="待确认的单元格" className="grid gap-1">
      {questions.map((question) => (
        <Question
          key={`${row.rowNo} ${keyOf(question)}`}
          question={question}
          count={countOf(question)}
          isBusy={isBusy}
          onCell={onCell}
          onChoose={(choice, isForAll) =>
            answer(question, choice, {
              rowNo: isForAll ? undefined : row.rowNo,
              onDone: () => setAnswered(true),
            })
          }
        />
      ))}
    </ul>
  )
}
