import { useState } from 'react'
import { draftOf, isJudged, problemOf } from './feedback-model.ts'
import type { Row } from './result-model.ts'

export interface FeedbackTexts {
  textOf: (row: Row) => string
  write: (row: Row, text: string) => void
  /** The first project whose text cannot be sent, and why. */
  lacking: (rows: readonly Row[]) => string | undefined
  sent: (rows: readonly Row[]) => { id: number; text: string }[]
}

/** Feedback texts of failed projects: what was typed, or the experts' opinions. */
export function useFeedback(): FeedbackTexts {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const textOf = (row: Row) => typed.get(row.projectId) ?? draftOf(row)
  return {
    textOf,
    write: (row, text) => setTyped(new Map(typed).set(row.projectId, text)),
    lacking: (rows) =>
      rows
        .filter(isJudged)
        .map((row) => ({ row, problem: problemOf(textOf(row)) }))
        .flatMap(({ row, problem }) => (problem ? [`“${row.projectName}”反馈意见${problem}`] : []))[0],
    sent: (rows) => rows.filter(isJudged).map((row) => ({ id: row.projectId, text: textOf(row).trim() })),
  }
}
