import { useQuery } from '@tanstack/react-query'
import type { ImportQuestion, ImportQuestionGroup, ImportRow } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '../../ui/inputs.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'
import { importQueries } from './queries.ts'
import { EVERY, keyOf, useAnswer } from './use-answer.ts'

interface QuestionProps {
  question: ImportQuestion
  /** The question of the batch that this cell asks with others. */
  group: ImportQuestionGroup | undefined
  isBusy: boolean
  onChoose: (choice: string, isForAll: boolean) => void
  onCell: (name: string) => void
}

function Question({ question, group, isBusy, onChoose, onCell }: QuestionProps) {
  const [isForAll, setForAll] = useState(false)
  const { column, caption, field, code, message } = question
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <button type="button" className="text-left text-warning hover:underline" onClick={() => onCell(field)}>
        {[column && `${column}列`, caption].filter(Boolean).join(' ')}：{message}
      </button>
      <RuleCode code={code} />
      <ChoiceButtons question={question} isBusy={isBusy} onChoose={(choice) => onChoose(choice, isForAll)} />
      {group && group.count > 1 && question.choices.length > 0 && (
        <Checkbox checked={isForAll} onChecked={setForAll}>
          {group.original === EVERY ? '本列' : '同类'} {group.count.toLocaleString('zh-CN')} 格一并采用
        </Checkbox>
      )}
    </li>
  )
}

/** The question of a batch that a cell asks: the same, or the one for all plain numbers of its column. */
const groupOf = (question: ImportQuestion, groups: readonly ImportQuestionGroup[]) =>
  groups.find((group) => keyOf(group) === keyOf(question) && group.message === question.message) ??
  groups.find(
    (group) =>
      keyOf(group) === keyOf({ ...question, original: EVERY }) &&
      group.choices.length === question.choices.length,
  )

/** The answer to the question of a batch that says what a choice says of one cell. */
const choiceForAll = (question: ImportQuestion, { original, choices }: ImportQuestionGroup, choice: string) =>
  (original === EVERY && choices[question.choices.findIndex((each) => each.choice === choice)]?.choice) ||
  choice

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
  const choose = (question: ImportQuestion, choice: string, group?: ImportQuestionGroup) => {
    const onDone = () => setAnswered(true)
    if (group) answer(group, choiceForAll(question, group, choice), { onDone })
    else answer(question, choice, { rowNo: row.rowNo, onDone })
  }
  return (
    <ul ref={list} aria-label="待确认的单元格" className="grid gap-1">
      {questions.map((question) => {
        const group = groupOf(question, data?.groups ?? [])
        return (
          <Question
            key={`${row.rowNo} ${keyOf(question)}`}
            question={question}
            group={group}
            isBusy={isBusy}
            onCell={onCell}
            onChoose={(choice, isForAll) => choose(question, choice, isForAll ? group : undefined)}
          />
        )
      })}
    </ul>
  )
}
