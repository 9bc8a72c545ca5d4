import type { BodyTask } from '../contract/answer-body.ts'
import type { WriteTask } from '../domain/documents/official/write.ts'
import type { Report } from '../domain/documents/report/model.ts'
import type { ManualTask } from '../domain/manual/draw.ts'
import type { ParquetTask } from '../domain/statistics/open-data/answer-parquet.ts'

/** What the server does in threads, by name. A thread loads the code of its task alone, with the first one. */
export const tasks = {
  /** Reads a large body. */
  body: async (task: BodyTask) => (await import('../contract/answer-body.ts')).answerBody(task),
  /** Writes an official document or a bulletin. */
  document: async (task: WriteTask) => (await import('../domain/documents/official/write.ts')).write(task),
  /** Draws a user manual. */
  manual: async (task: ManualTask) => (await import('../domain/manual/draw.ts')).drawManual(task),
  /** Writes Parquet files. */
  parquet: async (task: ParquetTask) =>
    (await import('../domain/statistics/open-data/answer-parquet.ts')).answerParquet(task),
  /** Draws the report of a project. */
  report: async (task: Report) => (await import('../domain/documents/report/draw.ts')).drawReport(task),
}

export type Tasks = typeof tasks
